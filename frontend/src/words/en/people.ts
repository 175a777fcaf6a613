/** What is said to somebody who comes in, or goes. */
export const people = {
  logIn: "Log in",
  logOut: "Log out",
  logOutNote: "A guest cannot come back: his play money is gone.",
  name: "Name",
  password: "Password",
  oldPassword: "Password until now",
  newPassword: "New password",
  newPasswordNote: "10 to 200 characters.",
  changePassword: "Change password",
  mustChange: "Your password was for one time. Choose one of your own.",
  changed: "Your password is changed.",
  you: (name: string) => `You are ${name}`,
  roles: {
    player: "player",
    dealer: "dealer",
    supervisor: "supervisor",
    auditor: "auditor",
    administrator: "administrator",
  },
} as const;
