//! The program that people start; everything is in the library, which the tests use too.

// Without this, Windows opens a console beside the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() {
    butaca_shell::run();
}
