// What opens and closes in front of the page: the button `rules` opens the dialog `rules-panel`, and so on.
"use strict";

for (const opener of document.querySelectorAll("[aria-haspopup=dialog]")) {
  const panel = document.getElementById(`${opener.id}-panel`);
  opener.addEventListener("click", () => panel.showModal());
  panel.addEventListener("click", (event) => {
    if (event.target === panel || event.target.closest(".close")) panel.close();
  });
  // it has the focus again then, which nobody gave it: Enter is the button B of the device until it loses it
  panel.addEventListener("close", () => { opener.dataset.closed = ""; });
  opener.addEventListener("blur", () => { delete opener.dataset.closed; });
}
