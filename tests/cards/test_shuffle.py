"""The shuffle anyone can check: HKDF as published, exact draws, and one order for one input."""

import hashlib
import hmac
import os
import re
import shutil
import subprocess
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    Commitment,
    Seed,
    format_cards,
    parse_salt,
    shuffled,
    shuffled_deck,
)
from croupier.cards.shuffle import LABEL, _below, hkdf_sha256
from croupier.rejection import Code, Rejection

SEED = Seed(bytes(range(32)))
SALT = bytes.fromhex("c0ffee")

held = settings(derandomize=True, deadline=None, max_examples=100)

RFC_5869_APPENDIX_A = {
    "A.1": (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    "A.2": (
        bytes(range(0x50)).hex(),
        bytes(range(0x60, 0xB0)).hex(),
        bytes(range(0xB0, 0x100)).hex(),
        (
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
            "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
            "cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
    ),
    "A.3": (
        "0b" * 22,
        "",
        "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
}


def independent_hkdf(secret, salt, info, length):
    """RFC 5869 again, extract and expand, with the other interface of `hmac`."""
    key = hmac.new(salt, secret, hashlib.sha256).digest()
    blocks = [b""]
    while 32 * (len(blocks) - 1) < length:
        text = blocks[-1] + info + len(blocks).to_bytes(1, "big")
        blocks.append(hmac.new(key, text, hashlib.sha256).digest())
    return b"".join(blocks)[:length]


def openssl_hkdf(secret, salt, info, length):
    """HKDF as OpenSSL 3 computes it, or None without OpenSSL 3."""
    program = shutil.which("openssl")
    if program is None:
        return None
    version = subprocess.run([program, "version"], capture_output=True, text=True, check=False)
    number = re.match(r"OpenSSL (\d+)", version.stdout)
    if number is None or int(number[1]) < 3:
        return None
    settings_of_it = {"digest": "SHA2-256", "hexkey": secret, "hexsalt": salt, "hexinfo": info}
    options = []
    for name, value in settings_of_it.items():
        shown = value if isinstance(value, str) else value.hex()
        options += ["-kdfopt", f"{name}:{shown}"] if shown else []
    command = [program, "kdf", "-keylen", str(length), *options, "-binary", "HKDF"]
    done = subprocess.run(command, capture_output=True, check=True, env=dict(os.environ))
    return done.stdout


def order_from_the_docstring(size, seed, salt, number):
    """The three steps of the module's docstring, straight down, on positions."""
    info = b"croupier shuffle 1" + bytes([0, 0, number // 256, number % 256])
    stream = independent_hkdf(seed, hashlib.sha256(salt).digest(), info, 8160)
    numbers = [256 * high + low for high, low in zip(stream[0::2], stream[1::2], strict=True)]
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        bits = len(f"{last:b}")
        number = numbers.pop(0) % 2**bits
        while number > last:
            number = numbers.pop(0) % 2**bits
        held_back = order[last]
        order[last] = order[number]
        order[number] = held_back
    return order


@pytest.mark.parametrize("case", RFC_5869_APPENDIX_A)
def test_hkdf_gives_the_values_published_in_rfc_5869(case):
    secret, salt, info, expected = map(bytes.fromhex, RFC_5869_APPENDIX_A[case])
    assert b"".join(hkdf_sha256(secret, salt, info, len(expected))) == expected
    assert independent_hkdf(secret, salt, info, len(expected)) == expected


@pytest.mark.parametrize("salt", [b"", SALT, bytes(range(100))], ids=["none", "short", "long"])
@pytest.mark.parametrize("length", [1, 32, 33, 8160])
def test_hkdf_agrees_with_openssl_or_an_independent_one(salt, length):
    info = LABEL + bytes(4)
    expected = openssl_hkdf(SEED.secret, salt, info, length)
    if expected is None:
        expected = independent_hkdf(SEED.secret, salt, info, length)
    assert len(expected) == length
    assert b"".join(hkdf_sha256(SEED.secret, salt, info, length)) == expected


def test_commitment_is_the_sha256_of_the_seed_bytes():
    assert SEED.commitment.digest == hashlib.sha256(bytes(range(32))).digest()
    assert str(SEED.commitment) == hashlib.sha256(bytes(range(32))).hexdigest()


def test_a_commitment_opens_to_its_seed_and_to_no_other():
    commitment = Commitment.parse(str(SEED.commitment))
    assert commitment == SEED.commitment
    assert commitment.opens_to(SEED)
    assert not commitment.opens_to(Seed(bytes(32)))


@pytest.mark.parametrize("salt", [b"", SALT, bytes(64)], ids=["none", "c0ffee", "64 bytes"])
@pytest.mark.parametrize("number", [0, 1, 2, 300])
@pytest.mark.parametrize("size", [1, 2, 3, 52, 416, 1040])
def test_the_order_can_be_derived_again_from_the_docstring_alone(size, salt, number):
    again = order_from_the_docstring(size, SEED.secret, salt, number)
    assert sorted(again) == list(range(size))
    assert list(shuffled(range(size), SEED, salt, number=number)) == again
    if size == 52:
        assert [int(card) for card in shuffled_deck(SEED, salt, number=number)] == again


def test_the_order_of_a_fixed_seed_and_salt_never_changes():
    # Written down once from the output of `openssl kdf`; old rounds must replay for ever.
    assert format_cards(shuffled_deck(SEED, SALT)) == (
        "5c 8d Qc 3d 2d Ad Ah Jd 3h 8h 9d Jc 4c 5s 4h 6c 4d 8s 2h Qs 8c 5h Jh Qd 7c 3s "
        "Kh 7d Ts 7s Qh Kd Js Tc Ks 9c 5d 3c 6d 6h Td 2c Th As 2s 6s 7h 4s Ac Kc 9h 9s"
    )


def test_a_zero_byte_at_the_end_makes_another_salt():
    assert shuffled_deck(SEED, b"\xab") != shuffled_deck(SEED, b"\xab\x00")


def test_a_shuffled_deck_is_the_same_52_cards_and_the_deck_stays_as_it_was():
    deck = shuffled_deck(SEED, SALT)
    assert sorted(deck) == list(DECK)
    assert deck != DECK
    assert deck == shuffled_deck(Seed(bytes(range(32))), bytes.fromhex("c0ffee"), number=0)


@held
@given(
    st.binary(min_size=32, max_size=32),
    st.binary(max_size=80),
    st.integers(0, 2**32 - 1),
    st.data(),
)
def test_changing_one_bit_of_seed_or_salt_or_the_number_changes_the_order(
    secret, salt, number, data
):
    deck = shuffled_deck(Seed(secret), salt, number=number)
    bit = data.draw(st.integers(0, 255))
    other_secret = bytearray(secret)
    other_secret[bit // 8] ^= 1 << bit % 8
    assert shuffled_deck(Seed(bytes(other_secret)), salt, number=number) != deck
    assert (
        shuffled_deck(Seed(secret), salt, number=number ^ 1 << data.draw(st.integers(0, 31)))
        != deck
    )
    if salt:
        bit = data.draw(st.integers(0, 8 * len(salt) - 1))
        other_salt = bytearray(salt)
        other_salt[bit // 8] ^= 1 << bit % 8
        assert shuffled_deck(Seed(secret), bytes(other_salt), number=number) != deck


@held
@given(st.lists(st.integers(), min_size=1, max_size=120), st.binary(min_size=32, max_size=32))
def test_shuffling_loses_and_adds_nothing(items, secret):
    assert sorted(shuffled(items, Seed(secret))) == sorted(items)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 7, 13, 51, 52, 53, 64, 100, 416, 1023, 1024, 1040])
def test_a_draw_is_exactly_uniform_over_all_words(bound):
    words = iter(range(1 << 16))
    drawn = Counter()
    while True:
        try:
            drawn[_below(bound, words)] += 1
        except AssertionError:
            break
    each = (1 << 16) >> (bound - 1).bit_length()
    assert drawn == dict.fromkeys(range(bound), each)


def test_all_orders_of_four_cards_come_equally_often():
    shuffles = 20_000
    seen = Counter(
        shuffled("abcd", Seed(counted.to_bytes(32, "big"))) for counted in range(shuffles)
    )
    assert set(seen) == set(permutations("abcd"))
    expected = shuffles / 24
    chi_square = sum((times - expected) ** 2 / expected for times in seen.values())
    assert chi_square < 60  # 23 degrees of freedom: chance alone exceeds it once in 30,000 tries


def test_every_card_comes_to_every_position_equally_often():
    shuffles, size = 4_000, 13
    places = Counter()
    for counted in range(shuffles):
        order = shuffled(range(size), SEED, counted.to_bytes(4, "big") + b"salt")
        places.update(enumerate(order))
    expected = shuffles / size
    chi_square = sum(
        (places[place, card] - expected) ** 2 / expected
        for place in range(size)
        for card in range(size)
    )
    assert 80 < chi_square < 230  # 144 degrees of freedom, five standard deviations above


@pytest.mark.parametrize("number", [-1, 2**32, 2**70])
def test_a_shuffle_number_outside_four_bytes_is_refused(number):
    with pytest.raises(Rejection):
        shuffled_deck(SEED, number=number)


@pytest.mark.parametrize("size", [0, 1041, 5000])
def test_sizes_out_of_range_are_refused(size):
    with pytest.raises(Rejection, match=f"not {size}") as refused:
        shuffled(range(size), SEED)
    assert refused.value.code is Code.SHUFFLE_SIZE


@pytest.mark.parametrize(
    "text",
    ["", "ab", "ab" * 31, "ab" * 33, "ab" * 31 + "a", "xy" * 32, "0x" + "ab" * 31, "ａｂ" * 32],
)
@pytest.mark.parametrize(
    ("parse", "code"),
    [(Seed.parse, Code.SEED_INVALID), (Commitment.parse, Code.COMMITMENT_INVALID)],
    ids=["seed", "commitment"],
)
def test_a_seed_or_commitment_that_is_not_64_hexadecimal_digits_is_refused(parse, code, text):
    with pytest.raises(Rejection) as refused:
        parse(text)
    assert refused.value.code is code


@pytest.mark.parametrize("secret", ["a" * 32, list(range(32))])
def test_a_seed_that_is_not_bytes_is_refused_before_it_is_used(secret):
    with pytest.raises(Rejection) as refused:
        Seed(secret)
    assert refused.value.code is Code.SEED_INVALID


@pytest.mark.parametrize("text", ["a", "abc", "xy", "0xab", "é", "salt"])
def test_a_salt_that_is_not_hexadecimal_is_refused(text):
    with pytest.raises(Rejection) as refused:
        parse_salt(text)
    assert refused.value.code is Code.SALT_INVALID


@held
@given(st.binary(max_size=100))
def test_a_salt_of_any_length_is_read_back(salt):
    assert parse_salt(salt.hex()) == parse_salt(salt.hex().upper()) == salt


@held
@given(st.binary(min_size=32, max_size=32))
def test_a_seed_is_read_back_and_shows_itself_only_when_revealed(secret):
    seed = Seed(secret)
    assert Seed.parse(seed.reveal()) == seed
    for shown in (repr(seed), str(seed), f"{seed}", repr([seed])):
        assert secret.hex() not in shown.lower()
        assert repr(secret)[2:-1] not in shown
        assert str(seed.commitment) in shown


def test_a_refused_seed_is_not_repeated_in_the_refusal():
    almost = "5ec4e7" * 10
    with pytest.raises(Rejection) as refused:
        Seed.parse(almost)
    assert "5ec4e7" not in repr(refused.value)
