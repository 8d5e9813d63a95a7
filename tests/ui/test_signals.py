"""Connection data of two browsers: packing, SDP, and rejection of invalid data."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.ui.model.signals import (
    SPECTATOR,
    Signal,
    SignalError,
    pack,
    read_sdp,
    sdp_candidate_line,
    unpack,
    write_sdp,
)

FINGERPRINT = (
    "D7:31:2E:51:B0:C9:1B:DB:CB:1E:74:F1:B5:FA:C5:94:"
    "91:C8:91:55:CB:DC:60:19:72:7E:2A:04:8E:ED:03:F7"
)
CHROMIUM_SDP = f"""v=0
o=- 5251353763110196529 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=extmap-allow-mixed
a=msid-semantic: WMS
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:2770978184 1 udp 2113937151 f54bd421-c18f-4f89-b9ca-df5ac820eef1.local 56759 typ host generation 0 network-cost 999
a=candidate:3607342939 1 udp 2113942271 6392bc64-08bf-4726-aaf5-9059ed073e28.local 33427 typ host generation 0 network-cost 999
a=candidate:3607342939 1 tcp 1518280447 6392bc64-08bf-4726-aaf5-9059ed073e28.local 9 typ host tcptype active
a=ice-ufrag:DY+7
a=ice-pwd:v847nKk+us52O2q11A00NVNH
a=ice-options:trickle
a=fingerprint:sha-256 {FINGERPRINT}
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
""".replace("\n", "\r\n")  # noqa: E501 - verbatim
FIREFOX_SDP = f"""v=0
o=mozilla...THIS_IS_SDPARTA-99.0 6183823905498318214 0 IN IP4 0.0.0.0
s=-
t=0 0
a=sendrecv
a=fingerprint:sha-256 {FINGERPRINT}
a=group:BUNDLE 0
a=ice-options:trickle
a=msid-semantic:WMS *
m=application 45271 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 192.168.1.7
a=candidate:0 1 UDP 2122252543 192.168.1.7 45271 typ host
a=candidate:2 1 UDP 2122187007 FD00:0::7 45272 typ host
a=candidate:3 1 UDP 2122187006 fe80::1 45273 typ host
a=candidate:4 1 TCP 2105524479 192.168.1.7 9 typ host tcptype active
a=candidate:5 1 UDP 1685987327 198.51.100.3 45271 typ srflx raddr 192.168.1.7 rport 45271
a=sendrecv
a=end-of-candidates
a=ice-pwd:8f1c1e0d7d2c4f7a9b6e5d4c3b2a1908
a=ice-ufrag:1a2b3c4d
a=mid:0
a=setup:actpass
a=sctp-port:5000
a=max-message-size:1073741823
""".replace("\n", "\r\n")
BASIC_SIGNAL = Signal(4711, 1, bytes(range(32)), "Ab+/", "0123456789abcdefghijklmn")

credentials = st.one_of(
    st.tuples(
        st.text("ABCxyz019+/", min_size=4, max_size=4),
        st.text("ABCxyz019+/", min_size=24, max_size=24),
    ),
    st.binary(min_size=20, max_size=20).map(lambda raw: (raw[:4].hex(), raw[4:].hex())),
    st.tuples(
        st.text("Aa0+/", min_size=4, max_size=255), st.text("Aa0+/", min_size=22, max_size=255)
    ),
)
addresses = st.one_of(
    st.uuids().map(lambda name: f"{name}.local"),
    *(
        st.ip_addresses(network=network).map(str)
        for network in (
            *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
            *("fc00::/7", "fe80::/10", "::1/128"),
        )
    ),
)
signals = st.builds(
    lambda session, seat, fingerprint, ufrag_and_pwd, candidates: Signal(
        session, seat, fingerprint, ufrag_and_pwd[0], ufrag_and_pwd[1], tuple(candidates)
    ),
    st.integers(0, 65535),
    st.integers(0, SPECTATOR),
    st.binary(min_size=32, max_size=32),
    credentials,
    st.lists(st.tuples(addresses, st.integers(1, 65535)), max_size=2),
)


def basic_signal_with(**fields: object) -> Signal:
    """Return `BASIC_SIGNAL` with some fields replaced."""
    defaults: dict[str, Any] = {
        name: getattr(BASIC_SIGNAL, name) for name in Signal.__match_args__
    }
    return Signal(**defaults | fields)


def text_with_checksum(body: bytes) -> str:
    """Encode a packed signal's body as text with a correct checksum."""
    check = binascii.crc_hqx(body, 0xFFFF).to_bytes(2)
    return base64.b32encode(body + check).decode().rstrip("=")


@given(signal=signals)
def test_packed_signal_is_unpacked_unchanged(signal: Signal) -> None:
    text = pack(signal)
    assert re.fullmatch("[A-Z2-7]+", text)
    assert unpack(text) == unpack(f" \n{text.lower()}\t") == signal


@given(signal=signals, setup=st.sampled_from(["active", "passive"]))
def test_signal_written_as_sdp_is_read_back(signal: Signal, setup: str) -> None:
    sdp = write_sdp(signal, setup)
    assert f"a=setup:{setup}\r\n" in sdp
    assert sdp.count("a=candidate:") == len(signal.candidates)
    read = read_sdp(sdp, signal.session, signal.seat)
    assert (read.fingerprint, read.ufrag, read.pwd) == (
        *(signal.fingerprint, signal.ufrag, signal.pwd),
    )


def test_chromium_sdp_is_read() -> None:
    signal = read_sdp(CHROMIUM_SDP, 513, SPECTATOR)
    assert signal == Signal(
        session=513,
        seat=31,
        fingerprint=bytes.fromhex(FINGERPRINT.replace(":", "")),
        ufrag="DY+7",
        pwd="v847nKk+us52O2q11A00NVNH",  # noqa: S106 - from a closed connection
        candidates=(
            ("6392bc64-08bf-4726-aaf5-9059ed073e28.local", 33427),
            ("f54bd421-c18f-4f89-b9ca-df5ac820eef1.local", 56759),
        ),
    )
    assert len(pack(signal)) == 156
    assert unpack(pack(signal)) == signal


def test_firefox_sdp_is_read() -> None:
    signal = read_sdp(FIREFOX_SDP, 0, 1)
    assert signal.fingerprint == bytes.fromhex(FINGERPRINT.replace(":", ""))
    assert (signal.ufrag, signal.pwd) == ("1a2b3c4d", "8f1c1e0d7d2c4f7a9b6e5d4c3b2a1908")
    assert signal.candidates == (("192.168.1.7", 45271), ("fd00::7", 45272))
    assert len(pack(signal)) == 135
    assert unpack(pack(signal)) == signal


def test_packed_signals_are_short() -> None:
    one_candidate_each = [("192.168.1.7", 9)], [("f54bd421-c18f-4f89-b9ca-df5ac820eef1.local", 9)]
    texts = [
        pack(Signal(1, 1, bytes(32), "AAAA", "A" * 24, tuple(candidates)))
        for candidates in ([], *one_candidate_each)
    ]
    assert [*map(len, texts)] == [95, 106, 125]


def test_written_candidate_lines_do_not_change() -> None:
    """Both browsers must write the same lines; changing them requires a new format version."""
    candidates = (("10.0.0.1", 50000), ("fd00::2", 50001))
    sdp = write_sdp(basic_signal_with(candidates=candidates), "active")
    assert sdp.splitlines()[7:9] == [
        "a=candidate:1 1 udp 2113937151 10.0.0.1 50000 typ host",
        "a=candidate:2 1 udp 2113937150 fd00::2 50001 typ host",
    ]
    assert sdp_candidate_line(candidates[0], 1000).startswith(
        "candidate:1001 1 udp 2113936151 10.0.0.1 "
    )


def test_one_of_two_candidates_is_ipv4_if_possible() -> None:
    lines = [
        f"a=candidate:1 1 udp {priority} {address} 5{priority} typ host"
        for priority, address in ((900, "fd00::1"), (800, "fd00::2"), (700, "10.0.0.1"))
    ]
    sdp = write_sdp(BASIC_SIGNAL, "actpass") + "\r\n".join([*lines, *lines, ""])
    candidates = read_sdp(sdp, 1, 1).candidates
    assert candidates == (("10.0.0.1", 5700), ("fd00::1", 5900))
    sdp_without_ipv4 = sdp.replace("10.0.0.1", "0.0.0.0")  # noqa: S104 - no socket is bound to it
    assert [port for _, port in read_sdp(sdp_without_ipv4, 1, 1).candidates] == [5900, 5800]


@pytest.mark.parametrize(
    "fields",
    [
        {"session": -1},
        {"session": 65536},
        {"seat": 256},
        {"fingerprint": bytes(31)},
        {"ufrag": "abc"},
        {"ufrag": "a" * 256},
        {"ufrag": "ab\r\n"},
        {"pwd": "short"},
        {"pwd": "x" * 23 + "é"},
        {"candidates": (("10.0.0.1", 0),)},
        {"candidates": (("10.0.0.1", 65536),)},
        {"candidates": (("10.0.0.01", 1),)},
        {"candidates": (("10.0.0.1 typ", 1),)},
        {"candidates": (("fe80::1%eth0", 1),)},
        {"candidates": (("FD00::1", 1),)},
        {"candidates": (("example.org", 1),)},
        {"candidates": (("10.0.0.1", 1),) * 3},
    ],
    ids=repr,
)
def test_invalid_signal_is_not_packed(fields: dict[str, Any]) -> None:
    with pytest.raises(SignalError):
        pack(basic_signal_with(**fields))


@pytest.mark.parametrize(
    "sdp",
    [
        "",
        "v=0",
        CHROMIUM_SDP.replace("a=fingerprint", "a=nothing"),
        CHROMIUM_SDP.replace("a=ice-ufrag:DY+7", "a=ice-ufrag:"),
        CHROMIUM_SDP.replace("a=ice-pwd", "a=ice"),
        CHROMIUM_SDP.replace("sha-256", "sha-1"),
    ],
    ids=range(6),
)
def test_invalid_sdp_is_rejected(sdp: str) -> None:
    with pytest.raises(SignalError):
        read_sdp(sdp, 1, 1)


def test_unreachable_candidates_are_left_out() -> None:
    for address in ("fe80::7", "somewhere.local", "0.0.0.0", "::", "x" * 65):  # noqa: S104
        sdp = FIREFOX_SDP.replace("192.168.1.7 45271 typ", f"{address} 45271 typ")
        assert read_sdp(sdp, 1, 1).candidates == (("fd00::7", 45272),)
    for port in ("0", "65536", "99999"):
        sdp = FIREFOX_SDP.replace("192.168.1.7 45271 typ", f"192.168.1.7 {port} typ")
        assert read_sdp(sdp, 1, 1).candidates == (("fd00::7", 45272),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "A",
        "AAAA",
        "AAAAAAAA",
        "1" * 95,
        "=" * 96,
        pack(BASIC_SIGNAL)[:-1],
        pack(BASIC_SIGNAL)[:-8],
        pack(BASIC_SIGNAL) + "A",
        pack(BASIC_SIGNAL) + "=",
        pack(BASIC_SIGNAL) + "AAAAAAAA",
        "A" + pack(BASIC_SIGNAL),
        pack(BASIC_SIGNAL).replace("A", "é", 1),
        pack(BASIC_SIGNAL).replace("S", "\u017f"),  # its uppercase form is S
        pack(BASIC_SIGNAL)[:40] + " " + pack(BASIC_SIGNAL)[40:],
    ],
    ids=range(16),
)
def test_invalid_text_is_rejected(text: str) -> None:
    with pytest.raises(SignalError):
        unpack(text)


BODY_START = b"\x04\x00\x01\x01" + bytes(32)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x04",
        BODY_START,
        BODY_START + bytes(20),
        b"\x00" + BODY_START[1:] + bytes(21),  # version 0
        b"\x08" + BODY_START[1:] + bytes(21),  # version 2
        b"\x07" + BODY_START[1:] + bytes(21),  # unknown alphabet
        BODY_START + bytes(21) + b"\x00",
        BODY_START + bytes(21) + b"\x01" + bytes(4) + b"\x00\x00",  # port 0
        BODY_START + bytes(21) + b"\x03" + bytes(4) + b"\x00\x01",  # unknown address type
        BODY_START + bytes(21) + (b"\x01" + bytes(4) + b"\x00\x01") * 3,
        b"\x06" + BODY_START[1:] + b"\x04\x16" + b"A" * 25,
        b"\x06" + BODY_START[1:] + b"\x04\x18" + b"A" * 28,  # not the shortest encoding
        b"\x06" + BODY_START[1:] + b"\x04\x16" + b"\xe9" * 26,
        b"\x06" + BODY_START[1:] + b"\x04\x16" + b"\r\na=" + b"A" * 22,
    ],
    ids=range(15),
)
def test_invalid_body_with_correct_checksum_is_rejected(body: bytes) -> None:
    with pytest.raises(SignalError):
        unpack(text_with_checksum(body))


@given(signal=signals, data=st.data())
def test_text_with_wrong_letter_is_rejected(signal: Signal, data: st.DataObject) -> None:
    """The two-byte checksum detects any single letter misread by a camera or a person."""
    text = pack(signal)
    index = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
    damaged = text[:index] + letter + text[index + 1 :]
    if damaged != text:
        with pytest.raises(SignalError):
            unpack(damaged)


@given(text=st.one_of(st.text(), st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567=", min_size=90)))
def test_arbitrary_text_is_rejected(text: str) -> None:
    with pytest.raises(SignalError):
        unpack(text)


@given(body=st.binary(max_size=120))
def test_arbitrary_body_is_rejected_or_has_one_encoding(body: bytes) -> None:
    for first_byte in (4, 5, 6):
        text = text_with_checksum(bytes((first_byte,)) + body)
        try:
            signal = unpack(text)
        except SignalError:
            continue
        assert pack(signal) == text


@pytest.mark.parametrize("letter", ["A", " ", "é", "="])
def test_long_text_is_rejected_quickly(letter: str) -> None:
    start_time = time.perf_counter()
    with pytest.raises(SignalError):
        unpack(letter * 10_000_000)
    assert time.perf_counter() - start_time < 0.5


@pytest.mark.parametrize(
    "address",
    [
        *("8.8.8.8", "11.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "198.51.100.3"),  # noqa: S104 - only text
        *(
            "2001:4860:4860::8888",
            "2001:db8::1",
            "::",
            "::ffff:8.8.8.8",
            "::ffff:a00:1",
            "ff02::1",
        ),
        *("64:ff9b::808:808", "2002:808:808::1", "fe00::1"),
    ],
)
def test_public_addresses_are_rejected(address: str) -> None:
    with pytest.raises(SignalError):
        pack(basic_signal_with(candidates=((address, 443),)))
    raw = ipaddress.ip_address(address)
    kind = 1 if raw.version == 4 else 2
    body = base64.b32decode(pack(BASIC_SIGNAL) + "=" * (-len(pack(BASIC_SIGNAL)) % 8))[:-2]
    forged = text_with_checksum(body + bytes((kind,)) + raw.packed + (443).to_bytes(2))
    with pytest.raises(SignalError):
        unpack(forged)
    line = f"a=candidate:1 1 udp 5 {address} 443 typ host\r\n"
    assert read_sdp(write_sdp(BASIC_SIGNAL, "active") + line, 1, 1).candidates == ()
