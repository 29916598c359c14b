// Starts MicroPython in a page, with the sources that the build has gathered. It knows no page and no program.

const HEAP = 8 * 1024 * 1024;

/** @param {string} path @returns {Promise<any>} the JSON of a file of the site */
export const fetched = async (path) => (await answered(path)).json();

/** @param {string} path @returns {Promise<Uint8Array>} a file of the site */
export const fetchedBytes = async (path) => new Uint8Array(await (await answered(path)).arrayBuffer());

/** @param {string} path */
async function answered(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
  return answer;
}

/**
 * @param {string} sources of modules by their paths: a file of the site
 * @param {string} imports the statement that imports the program
 * @returns {Promise<any>} the interpreter
 */
export async function startMicroPython(sources, imports) {
  const { loadMicroPython } = await import(String(new URL("micropython/micropython.mjs", document.baseURI)));
  const [vm, files] = await Promise.all([
    loadMicroPython({ heapsize: HEAP, stdout: console.log, stderr: console.error }),
    fetched(sources),
  ]);
  for (const [path, source] of Object.entries(files)) {
    vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    vm.FS.writeFile(path, source);
  }
  vm.runPython(`
import sys
sys.path.append("/lib")
import arcana_host.web.browser.hints
${imports}
`);
  return vm;
}
