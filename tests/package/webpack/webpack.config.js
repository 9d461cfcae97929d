// The defaults of webpack 5 in a module package: nothing is said of the engine.
export default {
  mode: "production",
  entry: { main: "./main.js", asks: "./asks.js" },
};
