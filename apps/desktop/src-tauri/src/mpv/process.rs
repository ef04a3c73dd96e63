//! One process of mpv, started when the page first needs it and reused until the page closes it.
//!
//! mpv listens on a socket in a folder that only this person may enter, and connects to nothing that the page has not
//! asked for. On Unix a watcher, a line of the system's own shell, holds one end of a pipe and ends mpv when the other
//! end is closed: the operating system closes it when this program ends, in whatever way. On Windows a job object of
//! this program's does the same.

use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::{Mutex as AsyncMutex, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

/// What a process of mpv reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A line of its JSON IPC, without the line feed.
    Line(String),
    /// The process has ended by itself; without a code where a signal has ended it.
    Exit(Option<i32>),
}

/// Why there is no process, in the form that the page reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenFailure {
    /// `missing`, `start` or `refused`.
    pub code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
}

impl OpenFailure {
    /// mpv is not installed.
    pub const MISSING: Self = Self { code: "missing", exit_code: None };
    /// The page may not use mpv.
    pub const REFUSED: Self = Self { code: "refused", exit_code: None };

    fn start(exit_code: Option<i32>) -> Self {
        Self { code: "start", exit_code }
    }
}

/// The options of every start; the tests in JavaScript start mpv with the same.
const OPTIONS: &str = include_str!("../../mpv-options.json");
/// How long mpv may take until its socket can be reached.
const LONGEST_START: Duration = Duration::from_secs(5);
/// How long to wait between two attempts to reach the socket.
const ATTEMPT_GAP: Duration = Duration::from_millis(2);
/// How long a process may live on after it has closed its socket.
const LONGEST_END: Duration = Duration::from_secs(2);
/// The longest line that mpv may send; a list of hundreds of tracks has less.
const LARGEST_LINE_BYTES: u64 = 1024 * 1024;

/// Starts, reaches and ends mpv. At most one process runs.
pub struct Mpv {
    longest_start: Duration,
    last_number: AtomicU64,
    running: Mutex<Option<Running>>,
    /// Held while a process is started, so that two requests start one after the other.
    starting: AsyncMutex<()>,
}

struct Running {
    number: u64,
    writer: std::sync::Arc<AsyncMutex<Box<dyn AsyncWrite + Send + Unpin>>>,
    end: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// A process that was told to end.
pub struct Ending(Option<JoinHandle<()>>);

impl Ending {
    /// Waits until the process, and with it its connection, is gone.
    pub async fn gone(self) {
        if let Some(task) = self.0 {
            let _ = task.await;
        }
    }
}

impl Default for Mpv {
    fn default() -> Self {
        Self::new(LONGEST_START)
    }
}

impl Mpv {
    fn new(longest_start: Duration) -> Self {
        Self {
            longest_start,
            last_number: AtomicU64::new(0),
            running: Mutex::new(None),
            starting: AsyncMutex::new(()),
        }
    }

    /// Starts a process instead of the one that runs, and gives its number.
    ///
    /// `tell` gets what the process reports, in order, with its number; nothing of a process that was closed.
    pub async fn open(
        &self,
        program: Option<PathBuf>,
        tell: impl Fn(u64, Report) + Send + Sync + 'static,
    ) -> Result<u64, OpenFailure> {
        let _starting = self.starting.lock().await;
        self.close().gone().await;
        let program = program.ok_or(OpenFailure::MISSING)?;
        let mut started = start(&program).map_err(|_| OpenFailure::start(None))?;
        let connection = reach(&mut started, self.longest_start).await?;
        let (reader, writer) = tokio::io::split(connection);
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        let (end, ended) = oneshot::channel();
        let task = tokio::spawn(run(started, reader, ended, move |report| tell(number, report)));
        let writer = std::sync::Arc::new(AsyncMutex::new(Box::new(writer) as Box<_>));
        *self.lock() = Some(Running { number, writer, end, task });
        Ok(number)
    }

    /// Sends a line, which was checked, to a process; fails when another process runs, or none.
    pub async fn send(&self, number: u64, line: &str) -> Result<(), &'static str> {
        let writer = match &*self.lock() {
            Some(running) if running.number == number => running.writer.clone(),
            _ => return Err("gone"),
        };
        let bytes = format!("{line}\n");
        let sent = async { writer.lock().await.write_all(bytes.as_bytes()).await };
        match timeout(LONGEST_START, sent).await {
            Ok(Ok(())) => Ok(()),
            _ => Err("gone"),
        }
    }

    /// Tells the process that runs, if any, to end.
    pub fn close(&self) -> Ending {
        Ending(self.lock().take().map(|running| {
            let _ = running.end.send(());
            running.task
        }))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A process with the folder of its socket, which is deleted with it.
struct Started {
    child: Child,
    #[cfg(unix)]
    _watcher: Child,
    address: PathBuf,
    _folder: TempDir,
}

fn start(program: &Path) -> std::io::Result<Started> {
    let folder = make_folder()?;
    let address = socket_address(&folder);
    let options: Vec<String> = serde_json::from_str(OPTIONS)?;
    let mut command = Command::new(program);
    command
        .args(options)
        .args(certificates())
        .arg(format!("--input-ipc-server={}", address.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        // mpv's messages contain stream addresses, with which media can be fetched; nothing keeps them.
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let child = command.spawn()?;
    #[cfg(unix)]
    let _watcher = watch(child.id())?;
    Ok(Started {
        child,
        #[cfg(unix)]
        _watcher,
        address,
        _folder: folder,
    })
}

/// Starts the program that ends a process when this program ends.
#[cfg(unix)]
fn watch(pid: Option<u32>) -> std::io::Result<Child> {
    let pid = pid.ok_or(std::io::ErrorKind::NotFound)?;
    Command::new("/bin/sh")
        .args(["-c", "read _; kill -9 \"$1\"", "butaca-mpv-watcher", &pid.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
}

/// Makes a folder that only its owner may enter.
fn make_folder() -> std::io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("butaca-mpv-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}

#[cfg(unix)]
fn socket_address(folder: &TempDir) -> PathBuf {
    folder.path().join("ipc")
}

/// Pipes have names and no folder; mpv lets only its own user connect to its pipe.
#[cfg(windows)]
fn socket_address(folder: &TempDir) -> PathBuf {
    let name = folder.path().file_name().unwrap_or_default();
    Path::new(r"\\.\pipe").join(name)
}

/// Names the file with the system's certificates where there is one: some builds of mpv know none by themselves, and
/// would refuse every server.
fn certificates() -> Option<String> {
    [
        "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]
    .into_iter()
    .find(|file| Path::new(file).is_file())
    .map(|file| format!("--tls-ca-file={file}"))
}

#[cfg(unix)]
type Connection = tokio::net::UnixStream;
#[cfg(windows)]
type Connection = tokio::net::windows::named_pipe::NamedPipeClient;

#[cfg(unix)]
async fn connect(address: &Path) -> std::io::Result<Connection> {
    tokio::net::UnixStream::connect(address).await
}

#[cfg(windows)]
async fn connect(address: &Path) -> std::io::Result<Connection> {
    tokio::net::windows::named_pipe::ClientOptions::new().open(address)
}

/// Connects as soon as mpv listens.
async fn reach(started: &mut Started, longest_start: Duration) -> Result<Connection, OpenFailure> {
    let ends_at = Instant::now() + longest_start;
    loop {
        if let Ok(connection) = connect(&started.address).await {
            return Ok(connection);
        }
        if let Ok(Some(status)) = started.child.try_wait() {
            return Err(OpenFailure::start(status.code()));
        }
        if Instant::now() >= ends_at {
            let _ = started.child.kill().await;
            return Err(OpenFailure::start(None));
        }
        sleep(ATTEMPT_GAP).await;
    }
}

/// Reports what a process writes until it ends or is told to end.
async fn run(
    mut started: Started,
    reader: impl AsyncRead + Unpin,
    mut ended: oneshot::Receiver<()>,
    tell: impl Fn(Report),
) {
    let mut reader = BufReader::new(reader);
    loop {
        tokio::select! {
            biased;
            _ = &mut ended => {
                let _ = started.child.kill().await;
                return;
            }
            line = read_line(&mut reader) => match line {
                Some(line) => tell(Report::Line(line)),
                None => break,
            }
        }
    }
    let status = match timeout(LONGEST_END, started.child.wait()).await {
        Ok(status) => status.ok(),
        Err(_) => {
            let _ = started.child.kill().await;
            None
        }
    };
    // What was closed meanwhile reports nothing.
    if ended.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Empty) {
        tell(Report::Exit(status.and_then(|status| status.code())));
    }
}

/// Reads a line; `None` when there is none, or when it is longer than the limit or no text.
async fn read_line(reader: &mut (impl AsyncBufReadExt + Unpin)) -> Option<String> {
    let mut bytes = Vec::new();
    reader.take(LARGEST_LINE_BYTES).read_until(b'\n', &mut bytes).await.ok()?;
    if bytes.pop() != Some(b'\n') {
        return None;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(all(test, unix))]
mod tests;
