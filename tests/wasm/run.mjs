// Runs a Python file on the MicroPython virtual machine.
// usage: node run.mjs HEAP_BYTES SCRIPT FOLDER... < input > output
// Every FOLDER is copied into the machine's root; what stands on standard input is there as /input.
// A function "more" that the file has left is called until it returns False. Only between these calls does the
// machine collect garbage: it cannot look for what is still in use where the file's own code is under way.
import fs from "node:fs";
import path from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";

const [heapsize, script, ...folders] = process.argv.slice(2);
const vm = await loadMicroPython({
  heapsize: Number(heapsize),
  linebuffer: false,
  stdout: (bytes) => fs.writeSync(1, bytes),
});

// a folder of nothing but __pycache__, which a removed package leaves, would hide a module of its name
function holdsFiles(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isDirectory()
    ? entry.name !== "__pycache__" && holdsFiles(path.join(folder, entry.name)) : true);
}

function copy(source, target) {
  if (!holdsFiles(source)) return;
  vm.FS.mkdir(target);
  for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
    const from = path.join(source, entry.name);
    if (entry.isDirectory() && entry.name !== "__pycache__") copy(from, `${target}/${entry.name}`);
    else if (/\.(py|txt|po|html)$/.test(entry.name)) vm.FS.writeFile(`${target}/${entry.name}`, fs.readFileSync(from));
  }
}

for (const folder of folders) copy(folder, "/" + path.basename(folder));
vm.FS.writeFile("/input", fs.readFileSync(0));
vm.runPython("import sys\nsys.path.insert(0, '/')");
vm.runPython(fs.readFileSync(script, "utf8"));
vm.runPython("import gc\nmore = globals().get('more', lambda: False)");
for (let going = true; going; ) {
  vm.runPython("going = more()");
  vm.runPython("gc.collect()");
  going = vm.globals.get("going");
}
