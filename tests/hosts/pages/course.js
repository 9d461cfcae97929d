document.getElementById("switch").addEventListener("click", () => document.documentElement.classList.toggle("dark"));
