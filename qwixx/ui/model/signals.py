"""A browser's connection data, packed into a text for links and QR codes.

Browsers describe a connection in half a kilobyte of SDP. All of it is a template except for these
values: credentials (`ufrag`, `pwd`), the certificate's `fingerprint`, and addresses.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import re
from typing import TypeAlias

from qwixx.games.names import sanitize_name
from qwixx.ui.model.values import Value

VERSION = 1
SPECTATOR = 31
"""The seat of a spectator."""
MAX_CANDIDATES = 2

Candidate: TypeAlias = tuple[str, int]
"""An address such as "192.168.1.7", "fd00::7", or "<uuid>.local", and a port."""

_BASE64, _HEX, _LETTERS = range(3)
"""Alphabets of `ufrag` and `pwd`: in Chromium and Safari, in Firefox, and in other browsers."""
_SIZES = {_BASE64: (3, 18), _HEX: (4, 16)}
"""Sizes of `ufrag` and `pwd` in bytes, by alphabet."""
MAX_NAME_BYTES = 24
"""Maximum size of a name in UTF-8, so that the QR code stays small."""
_HIDDEN, _IPV4, _IPV6, _HOST_NAME = range(4)
_LENGTHS = {_HIDDEN: 16, _IPV4: 4, _IPV6: 16}
_CHECK = 2
_MAX_LENGTH = 1024
"""Maximum length of a signal in characters."""

_LOCAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),  # RFC 1918
        *("169.254.0.0/16", "fe80::/10"),  # link-local
        "fc00::/7",  # unique local
        *("127.0.0.0/8", "::1/128"),  # loopback
    )
)
"""The only networks allowed for candidates: no link may make a browser contact the Internet."""

_NAME = re.compile(
    r"([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local"
)
_UFRAG, _PWD = re.compile(r"[A-Za-z0-9+/]{4,255}"), re.compile(r"[A-Za-z0-9+/]{22,255}")
_CANDIDATE = re.compile(r"a=candidate:\S+ 1 (?i:udp) (\d{1,10}) (\S{1,64}) (\d{1,5}) typ host\b.*")
_FINGERPRINT = re.compile(r"a=fingerprint:(?i:sha-256) ([0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31})")

_SDP = """v=0
o=- 1 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
{candidates}a=ice-ufrag:{ufrag}
a=ice-pwd:{pwd}
a=fingerprint:sha-256 {fingerprint}
a=setup:{setup}
a=mid:0
a=sctp-port:5000
"""


class SignalError(ValueError):
    """A text that is not a signal, or a signal that cannot be packed."""


class Signal(Value):
    """An invitation to a table, or an answer to an invitation.

    Args:
        session: id of the invitation, 0 to 65535; the answer repeats it.
        seat: the seat at the table; `SPECTATOR` for a spectator.
        fingerprint: SHA-256 digest of the certificate, 32 bytes.
        ufrag: the ICE user name fragment.
        pwd: the ICE password.
        candidates: up to two addresses in local networks.
        name: name of the host who invites, as `shortened_name` returns it; "" for none.
    """

    session: int
    seat: int
    fingerprint: bytes
    ufrag: str
    pwd: str
    candidates: tuple[Candidate, ...] = ()
    name: str = ""


def shortened_name(name: str) -> str:
    """Return the beginning of a player's name that fits into an invitation."""
    return sanitize_name(name, MAX_NAME_BYTES)


def pack(signal: Signal) -> str:
    """Return a signal as capital letters and digits, which QR codes encode best.

    Raises:
        SignalError: no browser creates such a signal.
    """
    if not (0 <= signal.session < 1 << 16 and 0 <= signal.seat < 1 << 8):
        raise SignalError(signal)
    if len(signal.fingerprint) != 32 or len(signal.candidates) > MAX_CANDIDATES:
        raise SignalError(signal)
    form, secrets = _pack_name_and_password(signal.ufrag, signal.pwd)
    body = bytes((VERSION << 2 | form,)) + signal.session.to_bytes(2) + bytes((signal.seat,))
    body += signal.fingerprint + secrets + b"".join(map(_pack_candidate, signal.candidates))
    body += _pack_name(signal.name)
    return base64.b32encode(body + _checksum(body)).decode().rstrip("=")


def unpack(text: str) -> Signal:
    """Parse a signal, ignoring the case of its letters.

    Raises:
        SignalError: the text is not a signal, is damaged, or has another version.
    """
    if len(text) > _MAX_LENGTH or not text.isascii():
        msg = "too long, or no Latin letters"
        raise SignalError(msg)
    text = text.strip().upper()
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8))
    except binascii.Error as error:
        raise SignalError(*error.args) from error
    body = data[:-_CHECK]
    if not body or data[-_CHECK:] != _checksum(body) or body[0] >> 2 != VERSION:
        msg = "damaged, or of another version"
        raise SignalError(msg)
    signal = _parse_signal_body(_Bytes(body))
    if pack(signal) != text:  # each signal has only one valid text
        msg = "not as a browser of ours would write it"
        raise SignalError(msg)
    return signal


def read_sdp(sdp: str, session: int, seat: int) -> Signal:
    """Return the signal in a browser's SDP.

    Raises:
        SignalError: the SDP is not what browsers write for one data channel.
    """
    lines = sdp.split("\r\n")
    prints = [
        bytes.fromhex(found[1].replace(":", "")) for found in _matching_lines(_FINGERPRINT, lines)
    ]
    ufrag, pwd = (_line_value(f"a=ice-{name}:", lines) for name in ("ufrag", "pwd"))
    if not prints:
        msg = "no fingerprint"
        raise SignalError(msg)
    places: dict[Candidate, None] = {}
    for found in sorted(_matching_lines(_CANDIDATE, lines), key=lambda found: -int(found[1])):
        place = _normalized_if_reachable(found[2]), int(found[3])
        if place[0] and 0 < place[1] < 1 << 16:
            places[place] = None
    signal = Signal(session, seat, prints[0], ufrag, pwd, _two_best_candidates(list(places)))
    pack(signal)
    return signal


def write_sdp(signal: Signal, dtls_role: str) -> str:
    """Return SDP for the other browser's signal.

    Args:
        signal: the other browser's signal.
        dtls_role: "active" if the other browser starts the DTLS handshake, else "passive".
    """
    candidates = "".join(
        f"a={sdp_candidate_line(place, number)}\n"
        for number, place in enumerate(signal.candidates)
    )
    text = _SDP.format(
        candidates=candidates,
        ufrag=signal.ufrag,
        pwd=signal.pwd,
        fingerprint=signal.fingerprint.hex(":").upper(),
        setup=dtls_role,
    )
    return text.replace("\n", "\r\n")


def sdp_candidate_line(candidate: Candidate, rank: int) -> str:
    """Return the SDP line of a candidate.

    Args:
        candidate: address and port.
        rank: its index; lower indexes are tried first.
    """
    address, port = candidate
    return f"candidate:{rank + 1} 1 udp {2113937151 - rank} {address} {port} typ host"


def _checksum(body: bytes) -> bytes:
    return binascii.crc_hqx(body, 0xFFFF).to_bytes(_CHECK)


def _parse_signal_body(data: _Bytes) -> Signal:
    """Parse the bytes of a signal with a valid checksum.

    Raises:
        SignalError: the bytes are too few or have an unknown form.
    """
    form = data.read(1)[0] & 3
    session, seat = int.from_bytes(data.read(2)), data.read(1)[0]
    fingerprint = data.read(32)
    if form == _LETTERS:
        sizes = [*data.read(2)]
        ufrag, pwd = (data.read(size).decode("latin-1") for size in sizes)
    elif form in _SIZES:
        write = (lambda part: base64.b64encode(part).decode()) if form == _BASE64 else bytes.hex
        ufrag, pwd = (write(data.read(size)) for size in _SIZES[form])
    else:
        msg = f"unknown form {form}"
        raise SignalError(msg)
    candidates, name = [], ""
    while data.left and data.left[0] != _HOST_NAME:
        candidates.append(_parse_candidate(data))
    if data.left:
        name = _parse_name(data)
    return Signal(session, seat, fingerprint, ufrag, pwd, tuple(candidates), name)


class _Bytes:
    """A byte reader."""

    def __init__(self, data: bytes) -> None:
        self.left = data

    def read(self, count: int) -> bytes:
        """Return the next bytes.

        Raises:
            SignalError: fewer bytes are left.
        """
        taken, self.left = self.left[:count], self.left[count:]
        if len(taken) < count:
            msg = "too short"
            raise SignalError(msg)
        return taken


def _pack_name_and_password(ufrag: str, pwd: str) -> tuple[int, bytes]:
    """Return the alphabet of a user name and password, and both packed into bytes.

    Raises:
        SignalError: no browser creates such a name or password.
    """
    if not (_UFRAG.fullmatch(ufrag) and _PWD.fullmatch(pwd)):
        raise SignalError(ufrag, pwd)
    if (len(ufrag), len(pwd)) == (4, 24):
        return _BASE64, base64.b64decode(ufrag + pwd)
    if (len(ufrag), len(pwd)) == (8, 32) and re.fullmatch("[0-9a-f]+", ufrag + pwd):
        return _HEX, bytes.fromhex(ufrag + pwd)
    return _LETTERS, bytes((len(ufrag), len(pwd))) + (ufrag + pwd).encode()


def _pack_candidate(place: Candidate) -> bytes:
    address, port = place
    kind, packed = _pack_address(address)
    if not 0 < port < 1 << 16:
        raise SignalError(place)
    return bytes((kind,)) + packed + port.to_bytes(2)


def _parse_candidate(data: _Bytes) -> Candidate:
    kind = data.read(1)[0]
    if kind not in _LENGTHS:
        msg = f"unknown kind {kind}"
        raise SignalError(msg)
    packed = data.read(_LENGTHS[kind])
    if kind == _HIDDEN:
        cut = packed.hex()
        address = f"{cut[:8]}-{cut[8:12]}-{cut[12:16]}-{cut[16:20]}-{cut[20:]}.local"
    else:
        address = str(ipaddress.ip_address(packed))
    return address, int.from_bytes(data.read(2))


def _pack_name(name: str) -> bytes:
    """Return a host's name as bytes, after all candidates; nothing for no name.

    Raises:
        SignalError: the name is too long, or not as `sanitize_name` returns it.
    """
    packed = name.encode(errors="replace")
    if len(packed) > MAX_NAME_BYTES or sanitize_name(name) != name:
        raise SignalError(name)
    return bytes((_HOST_NAME,)) + packed if packed else b""


def _parse_name(data: _Bytes) -> str:
    try:
        return data.read(len(data.left))[1:].decode()
    except UnicodeDecodeError as error:
        raise SignalError(*error.args) from error


def _pack_address(address: str) -> tuple[int, bytes]:
    """Return the kind and the bytes of an address.

    Raises:
        SignalError: the text is not an address in a local network.
    """
    hidden = _NAME.fullmatch(address)
    if hidden:
        return _HIDDEN, bytes.fromhex("".join(hidden.groups()))
    try:
        known = ipaddress.ip_address(address)
    except ValueError as error:
        raise SignalError(*error.args) from error
    if str(known) != address or getattr(known, "scope_id", None) or not _is_local(known):
        raise SignalError(address)
    return (_IPV4 if known.version == 4 else _IPV6), known.packed


def _normalized_if_reachable(address: str) -> str:
    """Return an address in normal form; "" if other devices cannot reach it."""
    if _NAME.fullmatch(address.lower()):
        return address.lower()
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return ""
    # A link-local IPv6 address needs the name of a network interface, which differs by device.
    usable = known.version == 4 or not known.is_link_local
    return str(known) if usable and _is_local(known) else ""


def _is_local(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return any(address in network for network in _LOCAL)


def _two_best_candidates(places: list[Candidate]) -> tuple[Candidate, ...]:
    """Return up to two candidates: the first that is not IPv6, then the others in order."""
    plain = [place for place in places if ":" not in place[0]]
    first = [*plain[:1], *places]
    return tuple(dict.fromkeys(first))[:MAX_CANDIDATES]


def _matching_lines(pattern: re.Pattern[str], lines: list[str]) -> list[re.Match[str]]:
    return [found for line in lines if (found := pattern.fullmatch(line))]


def _line_value(start: str, lines: list[str]) -> str:
    return next((line.removeprefix(start) for line in lines if line.startswith(start)), "")
