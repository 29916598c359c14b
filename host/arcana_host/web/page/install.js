// The drive that a Pico is while BOOTSEL is held, and an image for it. It knows no protocol, and not what is in a file.

const INFO = "INFO_UF2.TXT";
const picksDrives = "showDirectoryPicker" in window;

/** @type {Blob} */
let image;
/** @type {string | null} the drive of the boards that the image is for, null until that is known */
let wanted = null;
/** @type {string | null} what it erases, as a sentence, null if nothing */
let lost = null;

/**
 * @param {(message: object) => void} ask the program
 * @param {(file: Blob) => Promise<string>} read
 */
export function offerImage(ask, read) {
  find("copy-image").hidden = !picksDrives;
  find("move-image").hidden = picksDrives;

  find("image").addEventListener("change", async () => {
    showImage(null, null);
    const [file] = find("image").files;
    if (!file) return;
    image = file;
    ask({ image: [file.name, await read(file)] });
  });

  find("save-image").addEventListener("click", (/** @type {Event} */ event) => {
    if (!isWanted()) event.preventDefault();
  });

  find("copy-image").addEventListener("click", async () => {
    if (!isWanted()) return;
    const copied = await copy();
    if (copied) ask({ copied });
  });
}

/**
 * @param {string | null} drive of the boards that the chosen image is for, null while that is not known
 * @param {string | null} erased what it erases, null if nothing
 */
export function showImage(drive, erased) {
  wanted = drive;
  lost = erased;
  find("copy-image").disabled = !drive;
  if (picksDrives) return;
  const link = find("save-image");
  URL.revokeObjectURL(link.href);
  link.hidden = !drive;
  if (drive) link.href = URL.createObjectURL(image);
}

/** @returns {boolean} whether the image is wanted, whatever it erases */
function isWanted() {
  return !lost || confirm(lost);
}

/** @returns {Promise<{wrong?: boolean, error?: string} | undefined>} what went wrong, undefined if nothing was chosen */
async function copy() {
  /** @type {any} */
  let drive;
  try {
    drive = await /** @type {any} */ (window).showDirectoryPicker({ mode: "readwrite" });
  } catch {
    return undefined;
  }
  if (!(await readInfo(drive)).includes(`Board-ID: ${wanted}`)) return { wrong: true };
  try {
    const file = await (await drive.getFileHandle("micropython.uf2", { create: true })).createWritable();
    await file.write(image);
    await file.close();
  } catch (error) {
    // the board starts, and its drive disappears, as soon as it has the last block
    if (await readInfo(drive)) return { error: String(error) };
  }
  return {};
}

/** @param {any} drive @returns {Promise<string>} what a drive says of itself, "" if it is gone or none of a board */
async function readInfo(drive) {
  try {
    return await (await (await drive.getFileHandle(INFO)).getFile()).text();
  } catch {
    return "";
  }
}
