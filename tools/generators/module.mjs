import { fileURLToPath } from 'node:url';
import { formatFiles, generateFiles, names, readJson, visitNotIgnoredFiles } from '@nx/devkit';

const MODULE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** What belongs to a library of this workspace alone. */
const TEMPLATE = fileURLToPath(new URL('files/module', import.meta.url));
/** The sources of a module, as `npm create cubit-module` writes them for authors outside. */
const SOURCES = fileURLToPath(new URL('../create-module/template/src', import.meta.url));

/** Writes a new module library. */
export async function generateModule(tree, { name }) {
  if (!MODULE_NAME.test(name)) throw new Error(`'${name}' is no name of a module: lower-case words joined by '-'.`);
  const folder = `libs/modules/${name}`;
  if (tree.exists(folder)) throw new Error(`${folder} exists already.`);
  const { propertyName, className } = names(name);
  generateFiles(tree, TEMPLATE, folder, {
    name,
    propertyName,
    title: spaced(className),
    core: readJson(tree, 'libs/core/package.json').version,
    typebox: versionOf(tree, 'typebox'),
    tmpl: '',
  });
  generateSources(tree, `${folder}/src`, {
    name,
    camel: propertyName,
    pascal: className,
    title: spaced(className),
    contract: contractOf(tree),
  });
  await formatFiles(tree);
  return () => console.log(`Made ${folder}. Run npm install to link it, then npx nx run @cubit/${name}:test.`);
}

/** Without their spec, which is for another test runner, and with the endings of imports that this workspace has. */
function generateSources(tree, folder, words) {
  generateFiles(tree, SOURCES, folder, words);
  visitNotIgnoredFiles(tree, folder, (path) => {
    if (!path.endsWith('.txt')) return;
    const target = path.replace(/\.txt$/, '');
    if (!target.endsWith('.test.ts'))
      tree.write(target, tree.read(path, 'utf8').replaceAll(/(?<=from '\.[^']*)\.ts(?=')/g, '.js'));
    tree.delete(path);
  });
}

/** The version of the contract that the module is written for. */
function contractOf(tree) {
  return /CONTRACT_VERSION = '([^']+)'/.exec(tree.read('libs/core/src/contract/module.ts', 'utf8'))[1];
}

/** The same version as the kernel: types of two versions would not be compatible. */
function versionOf(tree, dependency) {
  return readJson(tree, 'libs/core/package.json').dependencies[dependency];
}

/** `LaserCutters` to `Laser cutters`. */
function spaced(className) {
  const words = className.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
