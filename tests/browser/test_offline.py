"""Without a network: the service worker keeps a version whole, and hands over to the next."""

from __future__ import annotations

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from qwixx.publish.build import linked_files
from qwixx.publish.carriers import carriers, carry
from qwixx.publish.files import ROOT, game_files, runtime_files
from qwixx.publish.renew import renew_ids
from tests.browser.driver import Driver, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

HOME = "/user/qwixx/"
KEPT = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const worker = registration.active;
  if (worker.state !== 'activated')
    await new Promise((done) => { worker.onstatechange = done; });
}"""
CACHES = "async () => (await caches.keys()).sort()"
COUNT = """async () => {
  let count = 0;
  for (const name of await caches.keys())
    count += (await (await caches.open(name)).keys()).length;
  return count;
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
LOOK = "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"


class Host:
    """A plain host of files in a folder below its root, which can be switched off."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.requests: list[str] = []
        self.asked: list[str] = []
        """Paths that a service worker has fetched."""
        self.patience = 10_000
        """How many of those it still answers."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{HOME}"

    def start(self) -> None:
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0].removeprefix(HOME)
                host.requests.append(path)
                if self.headers.get("Referer", "").endswith("/sw.js"):
                    host.asked.append(path)
                    host.patience -= 1
                    if host.patience < 0:
                        self.close_connection = True
                        return
                super().do_GET()

            def translate_path(self, path: str) -> str:
                inside = path.startswith(HOME)
                return super().translate_path(path.removeprefix(HOME) if inside else "/none")

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
                pass

        handler = partial(Handler, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def copy_site(folder: Path) -> Path:
    others = ("sw.js", "static/vendor/manifest.json", *linked_files(ROOT))
    for name in (*runtime_files(), *game_files(), *others):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    renew_ids(folder)
    return folder


def deploy_next(folder: Path) -> None:
    """Put a new version of the game there, which calls itself by another name."""
    view = folder / "qwixx/ui/view.py"
    text = view.read_text(encoding="utf-8")
    assert text.count('"Qwixx"') == 1
    view.write_text(text.replace('"Qwixx"', '"Qwixx 2"'), encoding="utf-8")
    renew_ids(folder)


@pytest.fixture
def host(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Host]:
    if getattr(request, "param", "source") == "assembled":
        folder = request.getfixturevalue("assembled")
    else:
        folder = copy_site(tmp_path / "site")
    host = Host(folder)
    host.start()
    yield host
    host.stop()


@pytest.fixture
def address(host: Host) -> str:
    return host.address


@pytest.fixture
def ours(address: str) -> set[str]:
    return {urlsplit(address).netloc}


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A visitor whose browser has service workers."""
    return new_context(worker=True)


def title(page: Page) -> str:
    return page.locator("h1").inner_text()


def wait_until_given_up(driver: Driver) -> None:
    """Wait until the first version could not be kept."""
    nothing = "async () => await navigator.serviceWorker.getRegistration() === undefined"
    wait_until(lambda: driver.page.evaluate(nothing), driver.page)


def load_anew(driver: Driver) -> None:
    driver.page.reload()
    driver.wait_ready()


def play_to_the_end(driver: Driver) -> None:
    """Play as nobody should: quickly, by passing."""
    for _turn in range(7):
        driver.act("roll")
        for _decision in range(3):
            driver.act("pass")
    assert driver.saved().state.scores() == (-20, -15)
    assert driver.page.locator("html").get_attribute("data-phase") == "over"


@pytest.mark.parametrize("host", ["source", "assembled"], indirect=True)
def test_after_the_first_visit_it_needs_no_network(
    host: Host, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page(start=1, players=2, seed=11, first=0)
    driver.page.evaluate(KEPT)
    assert not driver.page.evaluate(CONTROLLED)  # it was loaded without, and stays so
    host.stop()
    load_anew(driver)
    assert driver.page.evaluate(CONTROLLED)
    play_to_the_end(driver)
    other = Driver(context.new_page())
    other.page.goto(f"{host.address}index.html?lang=he")
    other.wait_ready()
    assert other.page.locator("html").get_attribute("lang") == "he"
    strong = open_page(start=1, bots="hard", speed="instant", first=1, variant="longo")
    strong.wait_for_person()
    assert strong.page.locator(".notices").inner_text() == ""  # its weights were there
    host.start()


@pytest.mark.parametrize("host", ["assembled"], indirect=True)
def test_the_assembled_folder_takes_few_requests_and_each_hint_is_of_use(
    host: Host, open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext]
) -> None:
    open_page(new_context(), start=1, bots="greedy")
    assert len(host.requests) == len(set(host.requests)), sorted(host.requests)
    assert len(host.requests) <= 30


def test_it_answers_for_nothing_but_its_files(
    host: Host, open_page: Callable[..., Driver], complaints: list[str]
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    host.folder.joinpath("other.txt").write_text("from the host", encoding="utf-8")
    host.folder.joinpath("index.html").write_text("changed", encoding="utf-8")
    fetched = """async ([path, options]) => {
      const answer = await fetch(path, options);
      return [answer.status, (await answer.text()).slice(0, 15)];
    }"""
    ask = partial(driver.page.evaluate, fetched)
    assert ask(["other.txt", {}]) == [200, "from the host"]
    assert ask(["pyscript.toml?fresh", {"cache": "reload"}])[0] == 200
    assert ask(["index.html", {}]) == [200, "<!doctype html>"]
    assert ask(["index.html", {"headers": {"Range": "bytes=0-2"}, "cache": "reload"}])[1] != (
        "<!doctype html>"
    )
    assert ask(["index.html", {"method": "POST"}])[0] == 501
    complaints.clear()  # of 501


def test_a_page_keeps_its_version_and_its_game_survives_the_next(
    host: Host, open_page: Callable[..., Driver]
) -> None:
    open_page().page.evaluate(KEPT)
    driver = open_page(start=1, players=2, seed=11, first=0)
    other = open_page(start=1, players=3, seed=12, first=0)
    for each in (driver, other):
        assert each.page.evaluate(CONTROLLED)
        each.act("roll")
    caches = driver.page.evaluate(CACHES)
    before = driver.read(), other.read()
    host.asked.clear()

    deploy_next(host.folder)
    driver.page.evaluate(LOOK)
    button = driver.page.locator("[data-action='update']")
    button.wait_for()
    assert button.get_attribute("aria-label") == "Reload to update"
    assert title(driver.page) == "Qwixx"
    third = open_page()  # what is opened beside it is of its version
    assert title(third.page) == "Qwixx"
    third.page.close()
    assert (driver.read(), other.read()) == before
    changed = {"qwixx/ui/view.py", ""}  # the start names the program that it goes with
    assert set(host.asked) - {"sw.js"} == changed  # all else was there

    button.click()
    for each in (driver, other):
        each.page.locator("h1", has_text="Qwixx 2").wait_for()
        each.wait_ready()
    assert (driver.read(), other.read()) == before  # each tab has its own game
    driver.act("pass")
    runtime, game = sorted(caches, reverse=True)
    now = driver.page.evaluate(CACHES)
    assert runtime in now
    assert game not in now
    assert len(now) == 2


def test_loading_the_last_page_anew_lets_the_next_version_in(
    host: Host, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    other = open_page()
    deploy_next(host.folder)
    driver.page.evaluate(LOOK)
    driver.page.locator("[data-action='update']").wait_for()
    # When the browser then changes workers depends on what is on its way: up to 30 seconds later
    # in Chromium, with a debugger (and so here) even later. So this looks no further than that.
    (waiting,) = (
        worker
        for worker in context.service_workers
        if worker.evaluate("self.serviceWorker.state") == "installed"
    )
    waiting.evaluate("""() => {
      self.heard = [];
      self.skipWaiting = () => { self.heard.push('skip'); };
      addEventListener('message', ({data}) => self.heard.push(data));
    }""")
    load_anew(driver)
    wait_until(lambda: waiting.evaluate("self.heard") == ["alone"], driver.page)
    driver.page.locator("[data-action='update']").wait_for()
    other.page.close()
    driver.page.reload()
    wait_until(lambda: waiting.evaluate("self.heard") == ["alone", "alone", "skip"], driver.page)


def test_a_page_of_the_first_visit_hears_of_the_next_version(
    host: Host, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    driver.page.locator("[data-action='count']").select_option("4")
    driver.page.evaluate(KEPT)
    deploy_next(host.folder)
    driver.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    driver.page.locator("[data-action='update']").click()
    driver.page.locator("h1", has_text="Qwixx 2").wait_for()
    assert driver.page.locator("[data-action='count']").input_value() == "4"


def test_a_page_that_has_not_begun_begins_anew_with_the_next_version(
    host: Host, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    deploy_next(host.folder)
    driver.page.evaluate(LOOK)
    driver.page.locator("[data-action='update']").wait_for()
    # While files of the old version are on their way Chromium keeps its worker, up to 30 seconds
    # (with a debugger, and so here, longer): a preview is a page that waits without any.
    preview = Driver(context.new_page())
    preview.page.add_init_script(
        "window.starts = Number(sessionStorage.starts = Number(sessionStorage.starts ?? 0) + 1)"
    )
    preview.page.goto(f"{host.address}?embed=1", wait_until="networkidle")
    assert preview.qwixx() == "loading"
    driver.act("update")
    preview.page.wait_for_function("() => window.starts === 2")
    preview.page.locator("[data-action='play']").click()
    preview.wait_ready()
    assert title(preview.page) == "Qwixx 2"


def test_a_version_that_was_cut_short_is_completed_at_the_next_visit(
    host: Host, open_page: Callable[..., Driver], complaints: list[str]
) -> None:
    host.patience = 30
    driver = open_page()
    wait_until_given_up(driver)
    complaints.clear()
    kept = driver.page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const {url} of await (await caches.open(name)).keys())
          found.push(new URL(url).pathname);
      return found;
    }""")
    kept = {path.removeprefix(HOME) for path in kept}
    assert 20 < len(kept) < 40
    host.patience = 10_000
    host.asked.clear()
    load_anew(driver)
    driver.page.evaluate(KEPT)
    assert kept.isdisjoint(host.asked)
    host.stop()
    load_anew(driver)
    driver.act("quick")
    host.start()


def test_a_host_that_mixes_versions_is_not_kept(
    host: Host, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    caches = driver.page.evaluate(CACHES)
    view = host.folder / "qwixx/ui/view.py"
    old = view.read_bytes()
    deploy_next(host.folder)
    new = view.read_bytes()
    view.write_bytes(old)  # not there yet
    ended = """async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return new Promise((done) => {
        registration.addEventListener('updatefound', () => {
          const coming = registration.installing;
          coming.onstatechange = () => { done(coming.state); };
        });
        registration.update().catch(() => {});
      });
    }"""
    assert driver.page.evaluate(ended) == "redundant"
    load_anew(driver)
    assert title(driver.page) == "Qwixx"
    assert set(caches) <= set(driver.page.evaluate(CACHES))
    view.write_bytes(new)
    driver.page.evaluate(LOOK)
    driver.act("update")
    driver.page.locator("h1", has_text="Qwixx 2").wait_for()


def test_one_file_is_of_the_version_that_runs(
    host: Host, open_page: Callable[..., Driver]
) -> None:
    """What is no part of the list comes from the host, and may be of the next version."""
    for name in carriers():
        host.folder.joinpath(name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, host.folder / name)
    carry(host.folder)
    renew_ids(host.folder)
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    driver.act("menu")
    with driver.page.expect_download():
        driver.act("make-file")
    deploy_next(host.folder)
    carry(host.folder)
    renew_ids(host.folder)
    driver.act("menu")
    driver.act("make-file")
    driver.page.get_by_text("couldn't be created").wait_for()


def test_what_was_removed_is_fetched_again(host: Host, open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    driver.page.evaluate(
        "async () => { for (const name of await caches.keys())"
        " if (name.includes('game')) await caches.delete(name); }"
    )
    load_anew(driver)
    files = len(runtime_files()) + len(game_files())
    wait_until(lambda: driver.page.evaluate(COUNT) == files, driver.page)
    host.stop()
    load_anew(driver)
    driver.act("quick")
    host.start()


def test_a_version_that_is_gone_gives_way(
    host: Host, open_page: Callable[..., Driver], complaints: list[str]
) -> None:
    """Its files were removed in the browser, and the host has others."""
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    deploy_next(host.folder)
    driver.page.evaluate(
        "async () => { for (const name of await caches.keys())"
        " if (name.includes('game')) await caches.delete(name); }"
    )
    driver.page.reload()
    root = driver.page.locator("html[data-qwixx=failed], html[data-qwixx=ready]")
    root.wait_for(state="attached")
    if driver.qwixx() == "failed":
        driver.page.locator("#boot-retry").click()
    driver.page.locator("h1", has_text="Qwixx 2").wait_for()
    complaints.clear()


def test_without_room_it_plays_on_with_the_network(
    host: Host, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    origin = host.address.removesuffix(HOME)
    control = context.new_cdp_session(context.new_page())
    control.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 200_000})
    driver = open_page(start=1, players=2, first=0)
    wait_until_given_up(driver)
    play_to_the_end(driver)
    load_anew(driver)
    assert not driver.page.evaluate(CONTROLLED)


@pytest.mark.parametrize("failing", ["put", "open"])
def test_what_was_removed_and_has_no_room_comes_from_the_network(
    host: Host,
    open_page: Callable[..., Driver],
    context: BrowserContext,
    failing: str,
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    (worker,) = context.service_workers
    worker.evaluate(
        """(failing) => {
          const where = failing === 'put' ? Cache.prototype : CacheStorage.prototype;
          where[failing] = async () => { throw new DOMException('full', 'QuotaExceededError'); };
        }""",
        failing,
    )
    driver.page.evaluate(
        "async () => { for (const name of await caches.keys()) await caches.delete(name); }"
    )
    host.asked.clear()
    load_anew(driver)
    assert driver.page.evaluate(CONTROLLED)
    driver.act("quick")
    assert driver.page.locator(".notices").inner_text() == ""
    assert "qwixx/ui/view.py" in host.asked  # and the worker is what asked
    assert max(map(host.asked.count, host.asked)) <= 2


@pytest.mark.parametrize("host", ["assembled"], indirect=True)
def test_it_can_be_installed(
    host: Host, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    control = context.new_cdp_session(driver.page)
    manifest: dict[str, Any] = control.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["startUrl"] == host.address
    assert manifest["manifest"]["scope"] == host.address
    errors = control.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # What is tested here is a window without a profile.
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


def test_in_a_frame_it_keeps_nothing(host: Host, context: BrowserContext) -> None:
    host.folder.joinpath("blog.html").write_text(
        '<link rel="icon" href="data:,"><iframe src="./?embed=1"></iframe>', encoding="utf-8"
    )
    page = context.new_page()
    page.goto(f"{host.address}blog.html")
    page.frame_locator("iframe").locator("[data-action='play']").click()
    ready = page.frame_locator("iframe").locator("html[data-qwixx=ready]")
    ready.wait_for(state="attached")
    page.frame_locator("iframe").locator("[data-player]").first.wait_for()
    page.frame_locator("iframe").locator("[data-action='menu']").click()
    registrations = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert page.evaluate(registrations) == 0
