//! The commands that mpv may get, and nothing else: mpv can run programs, write files and load scripts when it is asked
//! to. The list is that of `packages/bridge/src/mpv/mpv-commands.ts`; the tests of both read
//! `packages/bridge/test/player-messages.json`.

use serde_json::{Map, Value, json};
use url::Url;

/// Why a line is not passed on to mpv, in one of the words of the shared table.
pub type Refusal = &'static str;

const OBSERVED_PROPERTIES: [&str; 11] = [
    "time-pos",
    "pause",
    "volume",
    "mute",
    "aid",
    "sid",
    "fullscreen",
    "speed",
    "eof-reached",
    "track-list",
    "duration",
];

/// The longest line that is read, in bytes: the longest address and the longest title with every character escaped.
const LONGEST_LINE_BYTES: usize = 128 * 1024;
/// The longest media address that is passed on, in characters.
const LONGEST_ADDRESS: usize = 8192;
/// The longest title, in UTF-16 units.
const LONGEST_TITLE: usize = 500;
/// The largest whole number that JavaScript writes exactly.
const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/// Reads a line of mpv's JSON IPC and writes it anew, because two parsers may read a repeated key differently.
///
/// `origin` is that of the kept server, the only one from which mpv may play.
pub fn rewrite_line(line: &str, origin: &str) -> Result<String, Refusal> {
    if line.len() > LONGEST_LINE_BYTES {
        return Err("too long");
    }
    if line.contains(['\r', '\n']) {
        return Err("several lines");
    }
    let Ok(Value::Object(mut message)) = serde_json::from_str(line) else {
        return Err("unreadable");
    };
    let command = message.remove("command").unwrap_or(Value::Null);
    let request = message.remove("request_id").as_ref().and_then(Value::as_u64);
    let Some(request) = request.filter(|number| message.is_empty() && *number <= LARGEST_INTEGER) else {
        return Err("fields");
    };
    let Value::Array(words) = command else {
        return Err("no list");
    };
    check_command(&words, origin)?;
    Ok(json!({ "command": words, "request_id": request }).to_string())
}

fn check_command(words: &[Value], origin: &str) -> Result<(), Refusal> {
    let name = words.first().and_then(Value::as_str).unwrap_or_default();
    match (name, words.get(1..).unwrap_or_default()) {
        ("loadfile", values) => check_load(values, origin),
        ("stop", []) => Ok(()),
        ("seek", [position, Value::String(mode)]) if is_position(position) && mode == "absolute" => Ok(()),
        ("stop" | "seek", _) => Err("arguments"),
        ("set_property", [Value::String(property), value]) if can_set(property, value) => Ok(()),
        ("observe_property", [number, Value::String(property)])
            if (number.is_u64() || number.is_i64()) && OBSERVED_PROPERTIES.contains(&property.as_str()) =>
        {
            Ok(())
        }
        ("get_property", [Value::String(property)]) if property == "mpv-version" => Ok(()),
        ("set_property" | "observe_property" | "get_property", _) => Err("property"),
        _ => Err("command"),
    }
}

fn check_load(values: &[Value], origin: &str) -> Result<(), Refusal> {
    let (address, options) = match values {
        [Value::String(address), Value::String(mode), rest @ ..] if mode == "replace" => match rest {
            [] => (address, &Value::Null),
            [options] => (address, options),
            // From mpv 0.38 on, an index is before the options.
            [index, options] if index.as_i64() == Some(-1) => (address, options),
            _ => return Err("arguments"),
        },
        _ => return Err("arguments"),
    };
    match options {
        Value::Object(options) if are_load_options(options) => check_address(address, origin),
        _ => Err("options"),
    }
}

fn are_load_options(options: &Map<String, Value>) -> bool {
    options.iter().all(|(name, value)| match (name.as_str(), value) {
        ("start", Value::String(text)) => is_start(text),
        ("access-references", Value::String(choice)) => matches!(choice.as_str(), "yes" | "no"),
        ("force-media-title", Value::String(title)) => {
            title.encode_utf16().count() <= LONGEST_TITLE && !title.contains(char::is_control)
        }
        _ => false,
    })
}

/// A position in seconds, with up to nine digits and six decimals.
fn is_start(text: &str) -> bool {
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, "0"));
    [(seconds, 9), (decimals, 6)].into_iter().all(|(digits, longest)| {
        (1..=longest).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// Says why mpv may not get a media address.
pub fn check_address(address: &str, origin: &str) -> Result<(), Refusal> {
    if address.starts_with('-') {
        return Err("an option");
    }
    if address.encode_utf16().count() > LONGEST_ADDRESS {
        return Err("too long");
    }
    if address.contains(|one: char| one.is_whitespace() || one.is_control() || "\\\u{feff}".contains(one)) {
        return Err("characters");
    }
    let url = Url::parse(address).map_err(|_| "unreadable")?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("scheme");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("credentials");
    }
    if url.origin().ascii_serialization() != origin {
        return Err("origin");
    }
    // mpv and this reader may read an unusual spelling differently, and connect to different hosts.
    if url.as_str() == address { Ok(()) } else { Err("spelling") }
}

fn is_position(value: &Value) -> bool {
    value.as_f64().is_some_and(|seconds| seconds.is_finite() && seconds >= 0.0)
}

fn can_set(property: &str, value: &Value) -> bool {
    let is_between =
        |least: f64, most: f64| value.as_f64().is_some_and(|number| (least..=most).contains(&number));
    match property {
        "pause" | "mute" | "fullscreen" => value.is_boolean(),
        "volume" => is_between(0.0, 130.0),
        "speed" => is_between(0.1, 8.0),
        "time-pos" => is_position(value),
        "aid" | "sid" => value.is_u64() || matches!(value.as_str(), Some("auto" | "no")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://tv.ejemplo.com";

    fn read_table() -> Value {
        let table = include_str!("../../../../../packages/bridge/test/player-messages.json");
        serde_json::from_str::<Value>(table).unwrap()["mpv"].take()
    }

    /// The answer to a command, in a line as the page writes it.
    fn answer(command: Value) -> Result<String, Refusal> {
        rewrite_line(&json!({ "command": command, "request_id": 1 }).to_string(), ORIGIN)
    }

    fn load(address: &str) -> Result<String, Refusal> {
        answer(json!(["loadfile", address, "replace", {}]))
    }

    #[test]
    fn passes_every_allowed_line_of_the_shared_table_on_with_the_same_meaning() {
        let table = read_table();
        let allowed = table["allowed"].as_array().unwrap();
        assert!(allowed.len() > 10);
        for line in allowed {
            let line = line.as_str().unwrap();
            let rewritten = rewrite_line(line, table["origin"].as_str().unwrap()).expect(line);
            let same: (Value, Value) =
                (serde_json::from_str(line).unwrap(), serde_json::from_str(&rewritten).unwrap());
            assert_eq!(same.0, same.1);
        }
    }

    #[test]
    fn refuses_every_refused_line_of_the_shared_table_for_the_same_reason() {
        let table = read_table();
        let refused = table["refused"].as_array().unwrap();
        assert!(refused.len() > 40);
        for row in refused {
            let line = row["line"].as_str().unwrap();
            let why = rewrite_line(line, table["origin"].as_str().unwrap());
            assert_eq!(why, Err(row["why"].as_str().unwrap()), "{line}");
        }
    }

    #[test]
    fn refuses_commands_that_run_programs_or_scripts_or_write_files() {
        for name in [
            "run",
            "subprocess",
            "script-message",
            "script-message-to",
            "script-binding",
            "load-script",
            "screenshot-to-file",
            "dump-cache",
            "loadlist",
            "keybind",
            "apply-profile",
            "change-list",
            "set",
            "quit",
        ] {
            assert_eq!(answer(json!([name, "id"])), Err("command"), "{name}");
        }
    }

    #[test]
    fn refuses_addresses_that_are_no_media_of_the_server() {
        for (address, why) in [
            ("av://lavfi:testsrc", "unreadable"),
            ("edl://a.mp4", "scheme"),
            ("memory://x", "scheme"),
            ("file:///etc/passwd", "scheme"),
            ("--log-file=/tmp/a", "an option"),
            ("-", "an option"),
            ("https://otro.ejemplo.com/a", "origin"),
            ("https://tv.ejemplo.com:444/a", "origin"),
            ("http://tv.ejemplo.com/a", "origin"),
            ("https://ana:clave@tv.ejemplo.com/a", "credentials"),
            ("https://ana@tv.ejemplo.com/a", "credentials"),
            ("https://tv.ejemplo.com/a\nrun id", "characters"),
            ("https://tv.ejemplo.com\\@otro.ejemplo.com/", "characters"),
            ("https://tv.ejemplo.com/../a", "spelling"),
        ] {
            let refused = load(address).expect_err(address);
            assert!(refused == why || (why == "unreadable" && refused == "scheme"), "{address}: {refused}");
        }
        assert!(load("https://tv.ejemplo.com/api/stream/ficha/0").is_ok());
    }

    #[test]
    fn refuses_properties_outside_of_the_list_and_values_outside_of_their_range() {
        for command in [
            json!(["set_property", "input-ipc-server", "/tmp/a"]),
            json!(["set_property", "options/script", "/tmp/a.lua"]),
            json!(["set_property", "stream-record", "/tmp/a"]),
            json!(["set_property", "pause", 1]),
            json!(["set_property", "volume", 131]),
            json!(["set_property", "speed", 0]),
            json!(["observe_property", 1, "path"]),
            json!(["get_property", "stream-open-filename"]),
        ] {
            assert_eq!(answer(command.clone()), Err("property"), "{command}");
        }
    }

    #[test]
    fn refuses_load_options_outside_of_the_list() {
        for options in [
            json!({ "log-file": "/tmp/a" }),
            json!({ "script": "/tmp/a.lua" }),
            json!({ "access-references": true }),
            json!({ "access-references": "" }),
            json!({ "start": "#1" }),
            json!({ "start": 5 }),
            json!({ "start": "1.2.3" }),
            json!({ "force-media-title": "a\nb" }),
            json!("start=5"),
        ] {
            let command = json!(["loadfile", "https://tv.ejemplo.com/a", "replace", options]);
            assert_eq!(answer(command), Err("options"), "{options}");
        }
    }

    #[test]
    fn refuses_several_lines_and_lines_that_are_too_long() {
        let stop = r#"{"command":["stop"],"request_id":1}"#;
        assert!(rewrite_line(stop, ORIGIN).is_ok());
        assert_eq!(rewrite_line(&format!("{stop}\n{stop}"), ORIGIN), Err("several lines"));
        let padded = format!("{stop}{}", " ".repeat(LONGEST_LINE_BYTES));
        assert_eq!(rewrite_line(&padded, ORIGIN), Err("too long"));
    }

    #[test]
    fn writes_a_repeated_key_once_with_the_value_that_was_checked() {
        let line = r#"{"command":["run","id"],"command":["stop"],"request_id":1}"#;
        assert_eq!(rewrite_line(line, ORIGIN).as_deref(), Ok(r#"{"command":["stop"],"request_id":1}"#));
    }
}
