# The two commands that matter: `make serve` shows the playground, `make test` checks all of it.
# Both install what they need, once: Rust's wasm target, wasm-bindgen, the page's packages; for the tests Chromium and Firefox too.
# What must be there before: make, bash, Rust with cargo (https://rustup.rs), Node 20 or later with npm.

SHELL := /bin/bash
export PATH := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)
packages := www/node_modules/.package-lock.json
bundlers := target/package-tools/node_modules/.package-lock.json

.PHONY: help serve site release test test-hosts bench tools build-tools clean
.NOTPARALLEL:

help:
	@echo 'make serve   builds the site and serves it on this machine (PORT=8000)'
	@echo 'make site    leaves the whole static site in dist/, the wasm package in dist/pkg/'
	@echo 'make release SITE_FOLDER=…   puts that site into a published folder, beside the versions that are there'
	@echo 'make test    every check there is, up to the first stage that fails'
	@echo 'make test-hosts   of these the courses that are built with mdBook, Docusaurus, VitePress, MkDocs and Sphinx'
	@echo 'make bench   prints how fast it is; nothing fails'
	@echo 'make tools   installs what all of these need'
	@echo 'make clean   removes what was built'

serve: site
	node scripts/serve.mjs dist

site: build-tools
	scripts/package www/pkg
	npm run build --prefix www

release: site
	scripts/release "$(SITE_FOLDER)"

test: tools
	scripts/test

test-hosts: site
	@scripts/tools browser
	scripts/test-hosts

bench: site
	@scripts/tools browser
	cargo run --quiet --release --example bench
	node bench/browser.mjs
	@-scripts/size dist

tools: build-tools $(bundlers)
	scripts/tools browser

build-tools: $(packages)
	@scripts/tools build

# npm writes this file last.
$(packages): www/package.json www/package-lock.json
	npm ci --prefix www --no-audit --no-fund
	@touch $@

# With which the tests of the package build.
$(bundlers): tests/package/package.json tests/package/package-lock.json
	@mkdir -p target/package-tools
	cp $^ target/package-tools
	npm ci --prefix target/package-tools --no-audit --no-fund
	@touch $@

clean:
	cargo clean
	rm -rf dist www/pkg
