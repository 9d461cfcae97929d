//! The cluster behind HTTP/1.1: translates requests and responses, keeps watches open, lets the background workers and the
//! real clock run. What is answered is all the cluster's.

use std::convert::Infallible;
use std::fmt::Write;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::stream::{self, BoxStream, StreamExt};
use http_body_util::{BodyExt, Either, Full, StreamBody};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, USER_AGENT, WARNING, X_CONTENT_TYPE_OPTIONS};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use reconcile_playground::cluster::{Background, Body, Cluster, Collected, CustomKind, Payload, Request, Response, Watch, WatchEvent};
use reconcile_playground::object::{Millis, Revision, Texts, Timestamp};
use reconcile_playground::scenario::{Error, Scenario};
use reconcile_playground::world::World;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};

/// How much of a body is handed on: a byte more than the cluster takes.
const BODY_KEPT: usize = 3 * 1024 * 1024 + 1;
/// How much of it is read, so that a client that sends too much gets to see why it is refused.
const BODY_READ: usize = 16 * BODY_KEPT;
/// How long a watch lasts that does not say it. A real server draws from one to two of these.
///
/// Models `MinRequestTimeout` in `apiserver/pkg/server/config.go`.
const WATCH_SECONDS: &str = "1800";

type HttpBody = Either<Full<Bytes>, StreamBody<BoxStream<'static, Result<Frame<Bytes>, Infallible>>>>;

/// A port of 127.0.0.1, 0 for any, and where that is. There is no way to listen anywhere else.
///
/// # Errors
/// The port cannot be had.
pub async fn listen(port: u16) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// A cluster that many can talk to.
pub struct Server {
    control_plane: Mutex<ControlPlane>,
    /// The store's revision; wakes whoever waits for a change.
    revision: watch::Sender<Revision>,
    began: Instant,
    /// What had passed of the second in which virtual time 0 lies.
    fraction: Duration,
}

struct ControlPlane {
    cluster: Cluster,
    workers: Vec<Background>,
}

impl Server {
    /// A cluster with the namespace `default` and the given kinds, or the default ones, whose virtual time runs with the
    /// real one.
    ///
    /// # Errors
    /// The first kind that cannot be served.
    pub fn new(kinds: Option<Vec<CustomKind>>) -> Result<Arc<Server>, Error> {
        #[allow(clippy::disallowed_methods)] // a server for real clients lives in real time
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let began = Instant::now();
        let start = Timestamp(i64::try_from(since_epoch.as_secs()).unwrap_or_default());
        // Another start gives other uids: clients may outlive the server.
        let scenario = Scenario { kinds, seed: Some(since_epoch.as_secs()), start: Some(start.to_string()), ..Scenario::new() };
        let World { cluster, workers, .. } = World::new(&scenario)?;
        let revision = watch::Sender::new(cluster.revision());
        let fraction = Duration::from_nanos(since_epoch.subsec_nanos().into());
        let control_plane = ControlPlane { cluster, workers: workers.into_iter().map(|worker| worker.task).collect() };
        Ok(Arc::new(Server { control_plane: Mutex::new(control_plane), revision, began, fraction }))
    }

    /// Answers whoever connects. Never ends.
    pub async fn serve(self: Arc<Server>, listener: TcpListener) {
        tokio::spawn(self.clone().work());
        loop {
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Too many open files, or a client that went at once. A moment later it may be better.
                    eprintln!("apiserver: cannot accept a connection: {error}");
                    sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let server = self.clone();
            let service = service_fn(move |request| server.clone().answer(request));
            // That a connection broke is the client's to notice.
            tokio::spawn(async move { http1::Builder::new().serve_connection(TokioIo::new(stream), service).await.ok() });
        }
    }

    /// Lets the background workers do their work after every change.
    async fn work(self: Arc<Server>) {
        let mut changed = self.revision.subscribe();
        let one_piece =
            |ControlPlane { cluster, workers }: &mut ControlPlane| workers.iter_mut().any(|worker| worker.work(cluster) != Collected::Idle);
        loop {
            while self.with(one_piece) {
                tokio::task::yield_now().await;
            }
            if changed.changed().await.is_err() {
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, ControlPlane> {
        // A request that panicked is one that was not answered.
        self.control_plane.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When a virtual time is, unless that is never.
    fn instant(&self, time: Millis) -> Option<Instant> {
        self.began.checked_add(Duration::from_millis(time).saturating_sub(self.fraction))
    }

    /// Does something at the present time, and tells of the change.
    fn with<T>(&self, act: impl FnOnce(&mut ControlPlane) -> T) -> T {
        let mut control_plane = self.lock();
        let elapsed = self.began.elapsed() + self.fraction;
        control_plane.cluster.set_time(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX));
        let result = act(&mut control_plane);
        let revision = control_plane.cluster.revision();
        drop(control_plane);
        self.revision.send_if_modified(|known| {
            let moved = *known < revision;
            *known = revision.max(*known);
            moved
        });
        result
    }

    async fn answer(self: Arc<Server>, request: hyper::Request<Incoming>) -> Result<hyper::Response<HttpBody>, hyper::Error> {
        let (parts, body) = request.into_parts();
        let mut request = translate(&parts, &read(body).await?);
        let (response, watch) = self.with(|ControlPlane { cluster, .. }| {
            let response = cluster.handle(&request);
            if response.events.is_none() {
                return (response, None);
            }
            if request.query.get("timeoutSeconds").is_none_or(|seconds| seconds == "0") {
                request.query.insert("timeoutSeconds".to_string(), WATCH_SECONDS.to_string());
            }
            let watch = cluster.watch(&request).ok();
            (response, watch)
        });
        let Some(watch) = watch else { return Ok(whole(&response)) };
        let stream = Stream { changed: self.revision.subscribe(), server: self, watch };
        let lines = stream::unfold(stream, |mut stream| async { Some((Ok(Frame::data(stream.next().await?)), stream)) });
        Ok(with_head(&response, "application/json", Either::Right(StreamBody::new(lines.boxed()))))
    }
}

/// A body, up to where it is too large.
async fn read(mut body: Incoming) -> Result<Vec<u8>, hyper::Error> {
    let (mut bytes, mut size) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame?.into_data() else { continue };
        size += data.len();
        bytes.extend_from_slice(&data[..data.len().min(BODY_KEPT - bytes.len())]);
        if size > BODY_READ {
            break;
        }
    }
    Ok(bytes)
}

fn translate(parts: &Parts, body: &[u8]) -> Request {
    let mut query = Texts::new();
    for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or("").as_bytes()) {
        if !query.contains_key(&name) {
            query.insert(name.into_owned(), value.into_owned());
        }
    }
    let header = |name: HeaderName| parts.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    Request {
        method: parts.method.to_string(),
        path: percent_encoding::percent_decode_str(parts.uri.path()).decode_utf8_lossy().into_owned(),
        query,
        content_type: header(CONTENT_TYPE),
        accept: header(ACCEPT).map(|accept| without_protobuf(&accept)),
        body: if body.is_empty() { Payload::None } else { Payload::Raw(text(body).into()) },
        user_agent: header(USER_AGENT).unwrap_or_default(),
    }
}

/// Protobuf is not spoken here. Who takes something else too gets that.
fn without_protobuf(accept: &str) -> String {
    let spoken = |clause: &&str| !clause.trim_start().starts_with("application/vnd.kubernetes.protobuf");
    let rest = accept.split(',').filter(spoken).collect::<Vec<_>>().join(",");
    if rest.is_empty() { accept.to_string() } else { rest }
}

/// A body as text. What is no UTF-8 is replaced, byte by byte, as Go's JSON decoder does it.
///
/// Models `unquoteBytes` in `sigs.k8s.io/json/internal/golang/encoding/json/decode.go`.
fn text(body: &[u8]) -> String {
    let mut text = String::with_capacity(body.len());
    for chunk in body.utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|_| text.push(char::REPLACEMENT_CHARACTER));
    }
    text
}

/// An answer that is no stream.
fn whole(response: &Response) -> hyper::Response<HttpBody> {
    let full = |text: String| Either::Left(Full::from(text));
    match &response.body {
        Body::Json(Value::String(text)) => {
            let mut answer = with_head(response, "text/plain; charset=utf-8", full(text.clone()));
            answer.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            answer
        }
        body => with_head(response, media_type(body), full(format!("{}\n", body.to_value()))),
    }
}

/// Clients tell by the media type whether they got all of discovery at once.
///
/// Models `apiserver/pkg/endpoints/discovery/aggregated/negotiation.go`.
fn media_type(body: &Body) -> &'static str {
    let Body::Json(value) = body else { return "application/json" };
    match value["apiVersion"].as_str() {
        Some("apidiscovery.k8s.io/v2") => "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
        Some("apidiscovery.k8s.io/v2beta1") => "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
        _ => "application/json",
    }
}

fn with_head(response: &Response, content_type: &'static str, body: HttpBody) -> hyper::Response<HttpBody> {
    let mut answer = hyper::Response::new(body);
    *answer.status_mut() = hyper::StatusCode::from_u16(response.code).unwrap_or_default();
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    if let Some(seconds) = response.retry_after {
        headers.insert(RETRY_AFTER, seconds.into());
    }
    for warning in &response.warnings {
        // A text without control characters is a header.
        headers.extend(HeaderValue::from_bytes(warning.as_bytes()).map(|value| (WARNING, value)));
    }
    answer
}

/// A watch and who serves it.
struct Stream {
    server: Arc<Server>,
    changed: watch::Receiver<Revision>,
    watch: Watch,
}

impl Stream {
    /// The next lines of the stream; nothing when it is over.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            self.changed.mark_unchanged();
            let watch = &mut self.watch;
            let events = self.server.with(|control_plane| watch.read(&control_plane.cluster));
            if !events.is_empty() {
                let mut lines = String::new();
                for WatchEvent { kind, object } in &events {
                    let _ = writeln!(lines, "{{\"type\":\"{kind}\",\"object\":{}}}", object.to_value());
                }
                return Some(lines.into());
            }
            if self.watch.is_over() {
                return None;
            }
            // Woken by a write, or by the time when something happens without one.
            let due = self.watch.due().and_then(|due| self.server.instant(due));
            let change = self.changed.changed();
            match due {
                Some(due) => drop(timeout_at(due, change).await),
                None => drop(change.await),
            }
        }
    }
}
