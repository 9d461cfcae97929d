//! Serves the API server of the playground over HTTP, so that `kubectl` and client libraries can talk to it:
//! `cargo run --example apiserver -- --help`.

#[cfg(not(target_arch = "wasm32"))]
mod command;
#[cfg(not(target_arch = "wasm32"))]
mod server;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    let wrong = |message: &str| {
        eprintln!("apiserver: {message}");
        ExitCode::from(2)
    };
    let command = match command::parse(std::env::args_os().skip(1)) {
        Ok(command::Command::Serve(options)) => options,
        Ok(command::Command::Help) => {
            print!("{}", command::HELP);
            return ExitCode::SUCCESS;
        }
        Err(message) => return wrong(&message),
    };
    let server = match server::Server::new(command.kinds) {
        Ok(server) => server,
        Err(error) => return wrong(&command::kinds_fault(&command.kinds_file, &error)),
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return wrong(&format!("cannot start: {error}")),
    };
    runtime.block_on(async {
        let (listener, address) = match server::listen(command.port).await {
            Ok(listening) => listening,
            Err(error) => return wrong(&format!("cannot listen on 127.0.0.1:{}: {error}", command.port)),
        };
        println!("listening on http://{address}");
        server.serve(listener).await;
        ExitCode::SUCCESS
    })
}

#[cfg(target_arch = "wasm32")]
fn main() {}
