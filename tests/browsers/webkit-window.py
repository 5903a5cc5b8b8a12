#!/usr/bin/python3
"""A window of WebKitGTK for WebKitWebDriver, because its own MiniBrowser forgets its profile, asks for permissions and
saves no files. The environment says where: WEBKIT_PROFILE, WEBKIT_DOWNLOADS, WEBKIT_POSITION (latitude,longitude,
accuracy) and WEBKIT_SIZE (width,height)."""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

profile = os.environ["WEBKIT_PROFILE"]
width, height = map(int, os.environ["WEBKIT_SIZE"].split(","))

context = WebKit2.WebContext(
    website_data_manager=WebKit2.WebsiteDataManager(
        base_data_directory=profile + "/data", base_cache_directory=profile + "/cache"
    )
)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-US"])


def locate(manager):
    manager.update_position(
        WebKit2.GeolocationPosition.new(*map(float, os.environ["WEBKIT_POSITION"].split(",")))
    )
    return True


def save(_context, download):
    def name(_download, suggested):
        download.set_destination("file://" + os.environ["WEBKIT_DOWNLOADS"] + "/" + suggested)
        return True

    download.connect("decide-destination", name)


def allow(_view, request):
    request.allow()
    return True


def open_view(_session, related=None):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.connect("permission-request", allow)
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def begin(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.get_geolocation_manager().connect("start", locate)
context.connect("download-started", save)
context.connect("automation-started", begin)
GLib.MainLoop().run()
