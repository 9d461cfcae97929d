//! The command line.

use std::ffi::OsString;
use std::fs;

use reconcile_playground::cluster::CustomKind;
use reconcile_playground::scenario::{Error, read_text};

pub const HELP: &str = "\
Serves an API server in memory over HTTP, on loopback only.

usage: apiserver [--port N] [--kinds FILE]

  --port N      the port; 0 takes any that is free (default: 8001)
  --kinds FILE  a JSON list of custom kinds: group, version, kind, plural, namespaced, statusSubresource, schema,
                printerColumns (default: AppConfig of lab.example.com/v1)
";

const DEFAULT_PORT: u16 = 8001;

/// What is asked for.
#[derive(Debug, PartialEq)]
pub enum Command {
    Help,
    Serve(Options),
}

/// How to serve.
#[derive(Debug, PartialEq)]
pub struct Options {
    pub port: u16,
    /// None: the default ones.
    pub kinds: Option<Vec<CustomKind>>,
    /// Where they were read.
    pub kinds_file: String,
}

/// Reads the arguments, and the file that they name.
///
/// # Errors
/// What is wrong with them, in words.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    let mut options = Options { port: DEFAULT_PORT, kinds: None, kinds_file: String::new() };
    let mut given: Vec<String> = Vec::new();
    let mut arguments = arguments.into_iter().map(|argument| argument.to_string_lossy().into_owned());
    while let Some(argument) = arguments.next() {
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (argument.as_str(), None),
        };
        if matches!(argument.as_str(), "-h" | "--help") {
            return Ok(Command::Help);
        }
        if !matches!(name, "--port" | "--kinds") {
            return Err(format!("what is \"{argument}\"? There are --port N, --kinds FILE and --help"));
        }
        if given.iter().any(|other| other == name) {
            return Err(format!("{name} is given twice"));
        }
        given.push(name.to_string());
        let value = inline.or_else(|| arguments.next()).ok_or_else(|| format!("{name} needs a value"))?;
        if name == "--port" {
            options.port = value.parse().map_err(|_| format!("--port takes a number from 0 to 65535, not \"{value}\""))?;
        } else {
            let text = fs::read_to_string(&value).map_err(|error| format!("cannot read {value}: {error}"))?;
            options.kinds = Some(read_text(&text).map_err(|error| kinds_fault(&value, &error))?);
            options.kinds_file = value;
        }
    }
    Ok(Command::Serve(options))
}

/// A fault of the file with the kinds, in words.
pub fn kinds_fault(file: &str, error: &Error) -> String {
    match error.path.strip_prefix("/kinds").unwrap_or(&error.path) {
        "" => format!("{file}: {}", error.message),
        path => format!("{file}: {path}: {}", error.message),
    }
}
