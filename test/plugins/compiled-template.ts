import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { projectRoot } from '#ground/plugin-host';

/** Compiles a template as `npm run build` compiles a plugin, and returns the folder of the package. */
export function compiledTemplate(kind: string, home: string): string {
  const template = join(projectRoot(), 'plugins/_template', kind);
  const folder = join(home, `${kind}-template`);
  mkdirSync(join(folder, 'dist/src'), { recursive: true });
  cpSync(join(template, 'package.json'), join(folder, 'package.json'));
  for (const file of readdirSync(join(template, 'src'))) {
    const { code } = transformSync(readFileSync(join(template, 'src', file), 'utf8'), {
      swcrc: false,
      module: { type: 'es6' },
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
    });
    writeFileSync(join(folder, 'dist/src', file.replace(/\.ts$/, '.js')), code);
  }
  return folder;
}
