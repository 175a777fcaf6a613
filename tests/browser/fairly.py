"""What every page is held to, for whoever cannot see, cannot point, or has a small screen."""

from axe_playwright_python.sync_playwright import Axe

GRAVE = ("serious", "critical")
_STILL = "() => !document.querySelector('[aria-busy=true], [role=progressbar]')"
_SMALL = """
() => [...document.querySelectorAll('body *')].filter((one) => {
  const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const box = one.getBoundingClientRect();
  const isHidden = one.closest('.visually-hidden') || box.width <= 1 || box.height <= 1;
  const style = getComputedStyle(one);
  return own && !isHidden && style.visibility !== 'hidden' && parseFloat(style.fontSize) < 16;
}).map((one) => `${one.tagName} ${one.className}: ${one.textContent.slice(0, 40)}`)
"""
_TOO_WIDE = """
() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > page.clientWidth + 0.5)
    .map((one) => one.outerHTML.slice(0, 120));
}
"""


def require_fair(page, name, size, pictures):
    """Keeps a picture; nothing grave for who cannot see or point, and nothing too small."""
    page.wait_for_load_state("networkidle" if name != "maths" else "load")
    if name != "maths":  # There all games are worked out, of which one takes most of a minute.
        page.wait_for_function(_STILL, timeout=60_000)
    page.screenshot(path=pictures / f"{name}-{size}.png")
    found = Axe().run(page).response["violations"]
    grave = {
        one["id"]: [node["html"][:200] for node in one["nodes"]]
        for one in found
        if one["impact"] in GRAVE
    }
    assert not grave, f"{name} at {size}: {grave}"
    small = page.evaluate(_SMALL)
    assert not small, f"{name} at {size} has text below 16 px: {small}"
    wide = page.evaluate(_TOO_WIDE)
    assert not wide, f"{name} at {size} is too wide: {wide}"
