@@docusaurus.config.js@@
