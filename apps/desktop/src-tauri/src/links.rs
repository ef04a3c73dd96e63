//! Addresses that lead out of the kept server's page or into it.

use url::Url;

/// What becomes of an address to which the page of the server wants to navigate.
#[derive(Debug, PartialEq, Eq)]
pub enum Destination {
    /// It is shown in the window.
    Window,
    /// It is opened in the system's browser.
    Browser,
    Nowhere,
}

/// The origin of the trailers, which the page shows in a frame; its content security policy allows no other frame.
/// Linux asks about frames as about pages, without saying which it is.
const TRAILER_ORIGIN: &str = "https://www.youtube-nocookie.com";

/// The longest link of the shell's own scheme, in bytes.
const LONGEST_LINK_BYTES: usize = 1000;

/// Decides on an address to which the page of the kept server, or a frame in it, navigates.
pub fn choose_destination(url: &Url, origin: &str) -> Destination {
    let target = url.origin().ascii_serialization();
    if target == origin || matches!(url.as_str(), "about:blank" | "about:srcdoc") {
        Destination::Window
    } else if target == TRAILER_ORIGIN && url.path().starts_with("/embed/") {
        Destination::Window
    } else if matches!(url.scheme(), "http" | "https") {
        Destination::Browser
    } else {
        Destination::Nowhere
    }
}

/// Reads a link `butaca://…`, which names a place in the page and never a server: `butaca://live-tv?categoria=Cine` is
/// the route `/live-tv?categoria=Cine`.
///
/// `None` for whatever is not written as the page writes its own routes.
pub fn read_link(link: &str) -> Option<String> {
    if link.len() > LONGEST_LINK_BYTES {
        return None;
    }
    let place = link.strip_prefix("butaca://")?;
    let (path, query) = place.split_once('?').unwrap_or((place, ""));
    let is_plain = |text: &str, more: &str| {
        text.chars().all(|one| one.is_ascii_alphanumeric() || "-._~%".contains(one) || more.contains(one))
    };
    if !is_plain(path, "/") || !is_plain(query, "=&+") {
        return None;
    }
    let path = path.strip_suffix('/').unwrap_or(path);
    if path.starts_with('/') || path.contains("//") || path.split('/').any(|part| part == "..") {
        return None;
    }
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    Some(format!("/{path}{query}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://tv.ejemplo.com";

    #[test]
    fn shows_the_kept_origin_and_trailers_and_opens_other_pages_in_the_browser() {
        for (address, destination) in [
            ("https://tv.ejemplo.com/#/series", Destination::Window),
            ("about:blank", Destination::Window),
            ("https://www.youtube-nocookie.com/embed/abc?rel=0", Destination::Window),
            ("https://www.youtube-nocookie.com/", Destination::Browser),
            ("https://tv.ejemplo.com:444/", Destination::Browser),
            ("http://tv.ejemplo.com/", Destination::Browser),
            ("https://tv.ejemplo.com.otro.com/", Destination::Browser),
            ("https://tv.ejemplo.com@otro.com/", Destination::Browser),
            ("mailto:ayuda@ejemplo.com", Destination::Nowhere),
            ("file:///etc/passwd", Destination::Nowhere),
            ("javascript:alert(1)", Destination::Nowhere),
            ("data:text/html,a", Destination::Nowhere),
            ("tauri://localhost/index.html", Destination::Nowhere),
            ("butaca://live-tv", Destination::Nowhere),
        ] {
            let url = Url::parse(address).unwrap();
            assert_eq!(choose_destination(&url, ORIGIN), destination, "{address}");
        }
    }

    #[test]
    fn reads_places_of_the_page() {
        for (link, route) in [
            ("butaca://", "/"),
            ("butaca://live-tv", "/live-tv"),
            ("butaca://live-tv/?categoria=Cine%20Cl%C3%A1sico", "/live-tv?categoria=Cine%20Cl%C3%A1sico"),
            ("butaca://watch/serie/12", "/watch/serie/12"),
        ] {
            assert_eq!(read_link(link).as_deref(), Some(route), "{link}");
        }
    }

    #[test]
    fn are_given_to_the_program_by_the_entry_of_the_debian_package() {
        let entry = include_str!("../butaca.desktop");
        assert!(entry.contains("\nExec={{exec}} %u\n"));
        assert!(entry.contains("\nMimeType=x-scheme-handler/butaca;\n"));
        assert!(include_str!("../tauri.conf.json").contains(r#""desktopTemplate": "butaca.desktop""#));
    }

    #[test]
    fn refuses_links_that_are_no_place_of_the_page() {
        let long = format!("butaca://{}", "a".repeat(LONGEST_LINK_BYTES));
        for link in [
            "https://tv.ejemplo.com/",
            "butaca:live-tv",
            "butaca:///live-tv",
            "butaca:////otro.com",
            "butaca://a//b",
            "butaca://a/../b",
            "butaca://a#b",
            "butaca://a\nb",
            "butaca://a b",
            "butaca://ana@otro.com:80",
            "butaca://javascript:alert(1)",
            "butaca://<script>",
            "butaca://a\"b",
            "butaca://a\\b",
            long.as_str(),
        ] {
            assert_eq!(read_link(link), None, "{link:?}");
        }
    }
}
