//! mpv's process, with the mpv that is installed, and with scripts for what a good mpv does not do.

use super::*;
use crate::mpv::program::find_mpv;
use std::os::unix::fs::PermissionsExt;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

const LIMIT: Duration = Duration::from_secs(10);

struct Opened {
    mpv: Mpv,
    reports: UnboundedReceiver<(u64, Report)>,
    answer: Result<u64, OpenFailure>,
}

async fn open(program: Option<PathBuf>, longest_start: Duration) -> Opened {
    let mpv = Mpv::new(longest_start);
    let (sender, reports) = unbounded_channel();
    let answer = mpv.open(program, move |number, report| drop(sender.send((number, report)))).await;
    Opened { mpv, reports, answer }
}

impl Opened {
    async fn next(&mut self) -> Option<(u64, Report)> {
        timeout(LIMIT, self.reports.recv()).await.expect("nothing was reported")
    }

    async fn next_line_with(&mut self, part: &str) -> String {
        loop {
            match self.next().await {
                Some((_, Report::Line(line))) if line.contains(part) => return line,
                Some((_, Report::Line(_))) => {}
                other => panic!("{other:?} instead of a line with {part}"),
            }
        }
    }

    async fn next_exit(&mut self) -> Option<i32> {
        loop {
            match self.next().await {
                Some((_, Report::Line(_))) => {}
                Some((_, Report::Exit(code))) => return code,
                None => panic!("no exit was reported"),
            }
        }
    }

    /// The number of the process in the operating system, as mpv itself tells it.
    async fn pid(&mut self) -> u32 {
        let line = r#"{"command":["get_property","pid"],"request_id":7}"#;
        self.mpv.send(self.answer.clone().unwrap(), line).await.unwrap();
        let answer: serde_json::Value =
            serde_json::from_str(&self.next_line_with(r#""request_id":7"#).await).unwrap();
        answer["data"].as_u64().unwrap() as u32
    }
}

/// A program in a folder of its own that a shell runs.
fn script(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mpv");
    std::fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    (folder, file)
}

fn signal(pid: u32, name: &str) {
    let done = std::process::Command::new("kill").args(["-s", name, &pid.to_string()]).status();
    assert!(done.unwrap().success());
}

fn is_alive(pid: u32) -> bool {
    Path::new(&format!("/proc/{pid}")).exists()
}

/// How many processes have this path among their arguments.
fn processes_with_argument(path: &Path) -> usize {
    let holds_path = |entry: std::io::Result<std::fs::DirEntry>| {
        let arguments = std::fs::read(entry.unwrap().path().join("cmdline")).unwrap_or_default();
        arguments.split(|byte| *byte == 0).any(|argument| argument == path.as_os_str().as_encoded_bytes())
    };
    std::fs::read_dir("/proc").unwrap().map(holds_path).filter(|holds| *holds).count()
}

#[tokio::test]
async fn carries_lines_in_both_directions_and_ends_the_process() {
    let mut opened = open(find_mpv(), LONGEST_START).await;
    assert_eq!(opened.answer, Ok(1));
    let pid = opened.pid().await;
    assert!(is_alive(pid));
    opened.mpv.close().gone().await;
    assert!(!is_alive(pid));
    assert_eq!(opened.mpv.send(1, "{}").await, Err("gone"));
    // The process was closed, so its end is not reported: the channel ends without it.
    loop {
        match opened.next().await {
            Some((_, Report::Line(_))) => {}
            other => break assert_eq!(other, None),
        }
    }
}

#[tokio::test]
async fn starts_a_new_process_instead_of_the_one_that_runs() {
    let mut opened = open(find_mpv(), LONGEST_START).await;
    let pid = opened.pid().await;
    assert_eq!(opened.mpv.open(find_mpv(), |_, _| {}).await, Ok(2));
    assert!(!is_alive(pid));
    assert_eq!(opened.mpv.send(1, "{}").await, Err("gone"));
    assert_eq!(opened.mpv.send(2, "{}").await, Ok(()));
    opened.mpv.close().gone().await;
}

#[tokio::test]
async fn keeps_the_socket_in_a_folder_for_its_owner_alone_and_deletes_it() {
    let started = start(&find_mpv().unwrap()).unwrap();
    let folder = started.address.parent().unwrap().to_owned();
    assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    drop(started);
    assert!(!folder.exists());
}

#[tokio::test]
async fn ends_mpv_when_the_pipe_to_the_shell_is_closed() {
    let mut started = start(&find_mpv().unwrap()).unwrap();
    reach(&mut started, LONGEST_START).await.unwrap();
    assert_eq!(started.child.try_wait().unwrap(), None);
    drop(started._watcher.stdin.take());
    assert!(timeout(LIMIT, started.child.wait()).await.unwrap().is_ok());
}

#[tokio::test]
async fn says_that_mpv_is_missing() {
    assert_eq!(open(None, LONGEST_START).await.answer, Err(OpenFailure::MISSING));
    let no_program = Some(PathBuf::from("/nonexistent/mpv"));
    assert_eq!(open(no_program, LONGEST_START).await.answer, Err(OpenFailure::start(None)));
}

#[tokio::test]
async fn tells_the_exit_code_of_an_mpv_that_ends_before_it_can_be_reached() {
    let (_folder, program) = script("exit 1");
    assert_eq!(open(Some(program), LONGEST_START).await.answer, Err(OpenFailure::start(Some(1))));
}

#[tokio::test]
async fn ends_an_mpv_that_cannot_be_reached_in_time() {
    // The script's own path is among the arguments of the process from its first moment to its last.
    let (_folder, program) = script("exec tail -f \"$0\"");
    let longest_start = Duration::from_millis(500);
    let started_at = std::time::Instant::now();
    let answer = open(Some(program.clone()), longest_start).await.answer;
    assert_eq!(answer, Err(OpenFailure::start(None)));
    // A program that cannot be started at all gives the same answer, but at once.
    assert!(started_at.elapsed() >= longest_start);
    assert_eq!(processes_with_argument(&program), 0);
}

#[tokio::test]
async fn ends_an_mpv_that_hangs() {
    let mut opened = open(find_mpv(), LONGEST_START).await;
    let pid = opened.pid().await;
    signal(pid, "STOP");
    timeout(LIMIT, opened.mpv.close().gone()).await.unwrap();
    assert!(!is_alive(pid));
}

#[tokio::test]
async fn reports_that_mpv_was_killed_or_has_quit() {
    let mut killed = open(find_mpv(), LONGEST_START).await;
    signal(killed.pid().await, "KILL");
    assert_eq!(killed.next_exit().await, None);
    let mut closed = open(find_mpv(), LONGEST_START).await;
    closed.mpv.send(1, r#"{"command":["quit"],"request_id":1}"#).await.unwrap();
    assert_eq!(closed.next_exit().await, Some(0));
}

#[tokio::test]
async fn is_not_held_up_by_an_mpv_that_writes_much_to_its_standard_error() {
    let real = find_mpv().unwrap();
    let text = format!("yes mensaje | head -c 5000000 >&2; exec {} \"$@\"", real.display());
    let (_folder, program) = script(&text);
    let opened = open(Some(program), LIMIT).await;
    assert_eq!(opened.answer, Ok(1));
    opened.mpv.close().gone().await;
}

#[tokio::test]
async fn reads_lines_up_to_the_limit_and_whole_ones_only() {
    let limit = LARGEST_LINE_BYTES as usize;
    assert_eq!(read_line(&mut "uno\ndos\n".as_bytes()).await.as_deref(), Some("uno"));
    let longest = format!("{}\n", "a".repeat(limit - 1));
    assert_eq!(read_line(&mut longest.as_bytes()).await.map(|line| line.len()), Some(limit - 1));
    let longer = format!("{}\n", "a".repeat(limit));
    assert_eq!(read_line(&mut longer.as_bytes()).await, None);
    assert_eq!(read_line(&mut "sin final".as_bytes()).await, None);
    assert_eq!(read_line(&mut [0xff, b'\n'].as_slice()).await, None);
}
