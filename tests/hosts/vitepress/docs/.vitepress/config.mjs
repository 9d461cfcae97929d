@@config.mjs@@
