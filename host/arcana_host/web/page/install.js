// Offers to install the companion, and MicroPython before it: what people choose, and the drive that a Pico is while
// BOOTSEL is held. It knows no protocol, and not what is in a file.

/** @param {string} id @returns {any} */
const find = (id) => document.getElementById(id);
const INFO = "INFO_UF2.TXT";

/** @typedef {{kind: "good" | "bad" | "busy", sentences: string[]}} Told */

/** @typedef {{content: Blob, drive: string}} Image */

/** @type {Image | null} */
let image = null;

/**
 * @param {(message: object) => void} ask the program
 * @param {(told: Told) => void} report
 * @param {(file: Blob) => Promise<string>} read
 * @returns {(message: any) => void} what shows the program's messages
 */
export function offerInstallation(ask, report, read) {
  const picksDrives = "showDirectoryPicker" in window;
  find("copy-image").hidden = !picksDrives;
  find("move-image").hidden = picksDrives;

  find("install").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    ask({ install: find("board").value });
  });

  /** @type {File} */
  let chosen;
  find("image").addEventListener("change", async () => {
    showImage(null);
    [chosen] = find("image").files;
    if (chosen) ask({ image: [chosen.name, await read(chosen)] });
  });

  find("copy-image").addEventListener("click", async () => {
    const told = await copy();
    if (told) report(told);
  });

  return (message) => {
    if (message.install !== undefined) showBoards(message.install?.boards);
    // another installation leaves the board as it has been named now
    if (message.found) find("board").value = "keep";
    if (message.image) showImage({ content: chosen, drive: message.image.drive });
    if (message.first) find("first").open = true;
  };
}

/** @param {Record<string, string> | undefined} boards by their names, undefined while none can be installed */
function showBoards(boards) {
  find("install").hidden = !boards;
  for (const [name, words] of Object.entries(boards ?? {})) {
    if (!find("board").querySelector(`[value="${name}"]`)) find("board").append(new Option(words, name));
  }
}

/** @param {Image | null} checked */
function showImage(checked) {
  image = checked;
  find("copy-image").disabled = !checked;
  if (!find("copy-image").hidden) return;
  const link = find("save-image");
  URL.revokeObjectURL(link.href);
  link.hidden = !checked;
  if (checked) link.href = URL.createObjectURL(checked.content);
}

/** @returns {Promise<Told | undefined>} */
async function copy() {
  if (!image) return;
  /** @type {any} */
  let drive;
  try {
    drive = await /** @type {any} */ (window).showDirectoryPicker({ mode: "readwrite" });
  } catch {
    return; // nothing was chosen
  }
  if (!(await readInfo(drive)).includes(`Board-ID: ${image.drive}`)) {
    return { kind: "bad", sentences: [_("This is not the drive {drive} of a board that the image is for. Nothing was copied.", image)] };
  }
  try {
    const file = await (await drive.getFileHandle("micropython.uf2", { create: true })).createWritable();
    await file.write(image.content);
    await file.close();
  } catch (error) {
    // the board starts, and its drive disappears, as soon as it has the last block
    if (await readInfo(drive)) return { kind: "bad", sentences: [_("Copying failed ({error}): try another cable or port.", { error })] };
  }
  return { kind: "good", sentences: [_("MicroPython was copied, and the board starts it. Connect, and choose the board.")] };
}

/** @param {any} drive @returns {Promise<string>} what a drive says of itself, "" if it is gone or none of a board */
async function readInfo(drive) {
  try {
    return await (await (await drive.getFileHandle(INFO)).getFile()).text();
  } catch {
    return "";
  }
}
