@@frames.js@@
