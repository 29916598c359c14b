// Joins the page to a device behind the server that the page comes from, and again whenever they were parted.
"use strict";

let socket = null;

function connect() {
  socket = new WebSocket(`ws://${location.host}/device`);
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = () => {
    lose();
    setTimeout(connect, 2000);
  };
}

listen((message) => {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
});
keepRecords({
  list: async () => offers.includes("records") ? (await fetch("games")).json() : [],
  record: async (name) => (await fetch(`games/${encodeURIComponent(name)}`)).text(),
  review: (name) => `games/${encodeURIComponent(name)}/review`,
  puzzles: "puzzles",
});
connect();
