//! mpv, the player with a window of its own: where it is installed, its process, and the commands that it may get.

pub mod commands;
pub mod process;
pub mod program;
