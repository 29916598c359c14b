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
 * @param {string[]} paths of files of the site, each with the sources of modules by their paths
 * @param {string} imports the statement that imports the program
 * @returns {Promise<any>} the interpreter
 */
export async function startMicroPython(paths, imports) {
  const { loadMicroPython } = await import(String(new URL("micropython/micropython.mjs", document.baseURI)));
  const [vm, ...sources] = await Promise.all([
    loadMicroPython({ heapsize: HEAP, stdout: console.log, stderr: console.error }),
    ...paths.map(fetched),
  ]);
  for (const [path, source] of sources.flatMap(Object.entries)) {
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
