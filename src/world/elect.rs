//! Leader election, played: a try for a Lease with real requests, and what comes of it.

use super::World;
use super::fact::{Fact, Sink};
use super::send::Target;
use crate::cluster::{Request, Response};
use crate::controller::election::{Election, Tried};
use crate::object::Ref;

impl World {
    /// A process that has just started competes, if it is to.
    pub(super) fn stand_for_election(&mut self, at: usize) {
        let Some(controller) = self.controllers.get_mut(at) else { return };
        if let (Some(lease), Some(process)) = (&controller.lease, &mut controller.process) {
            process.election = Some(Election::new(lease.clone(), &controller.name, self.config.seed, controller.starts, self.now));
            controller.starts += 1;
        }
    }

    /// One try to acquire or to renew; a leader that has failed for too long exits.
    pub(super) fn elect(&mut self, at: usize, mark: u64, sink: &mut dyn Sink) {
        let now = self.now;
        let Some(mut election) = self.process(at).and_then(|process| process.election.clone()) else { return };
        let tried = if election.gives_up(now) {
            Tried::Lost
        } else {
            let won = self.try_lease(at, &mut election, mark, sink);
            election.tried(won, now, mark)
        };
        sink.take(Fact::Elected { controller: self.name_of(at), tried, lease: election.to_value() });
        if let Some(process) = self.process_mut(at) {
            process.election = Some(election);
        }
        if tried == Tried::Lost {
            self.kill(at, sink);
        }
    }

    /// Models `tryAcquireOrRenew`.
    fn try_lease(&mut self, at: usize, election: &mut Election, mark: u64, sink: &mut dyn Sink) -> bool {
        let now = self.now;
        if election.is_sure(now) && self.write_lease(at, election, "PUT", mark, sink) {
            return true;
        }
        let response = self.ask_for_lease(at, election, "GET", mark, sink);
        match response.object().filter(|_| response.is_success()) {
            Some(lease) => election.observe(lease, false, now),
            None => return response.code == 404 && self.write_lease(at, election, "POST", mark, sink),
        }
        !election.must_wait(now) && self.write_lease(at, election, "PUT", mark, sink)
    }

    fn write_lease(&mut self, at: usize, election: &mut Election, method: &str, mark: u64, sink: &mut dyn Sink) -> bool {
        let response = self.ask_for_lease(at, election, method, mark, sink);
        let written = response.object().filter(|_| response.is_success());
        if let Some(lease) = written {
            election.observe(lease, true, self.now);
        }
        written.is_some()
    }

    #[inline(never)]
    fn ask_for_lease(&mut self, at: usize, election: &Election, method: &str, mark: u64, sink: &mut dyn Sink) -> Response {
        let creates = method == "POST";
        let mut path = "/apis/coordination.k8s.io/v1/namespaces/default/leases".to_string();
        if !creates {
            path.push('/');
            path.push_str(&election.lease);
        }
        let body = (method != "GET").then(|| election.body(creates, self.config.start, self.now));
        let request = Request::by(&self.controllers[at].name, method, path, body);
        let reference = Ref {
            kind: "Lease".into(),
            name: election.lease.to_string(),
            namespace: Some("default".into()),
            api_version: Some("coordination.k8s.io/v1".into()),
        };
        self.request_now(at, &request, &Target { reference, subresource: None }, None, mark, sink).0
    }
}
