// Every setting with its type, default, rules and meaning: what configuration.md and .env.example are made of.
import 'reflect-metadata';
import { envVariables } from '@archivolt/plugin-kit';
import { getMetadataStorage } from 'class-validator';
import { configClasses } from '#operation/installation';
import { loadPlugins } from '#ground/plugin-host';
import { documentedClasses, sources } from './sources.mjs';

export async function areas() {
  const plugins = await loadPlugins({ external: [], disabled: [], environment: {} });
  const ours = configClasses().map((type) => area(type, sources('config/*.config.ts')));
  const theirs = plugins
    .filter(({ manifest }) => manifest.config)
    .map(({ id, manifest }) => ({ ...area(manifest.config, sources(`plugins/${id}/src/**/*.ts`)), plugin: id }));
  return [...ours, ...theirs];
}

function area(type, files) {
  const documented = files.flatMap(documentedClasses).find(({ name }) => name === type.name);
  if (!documented?.doc) throw new Error(`the settings class ${type.name} has no doc comment`);
  const defaults = new type();
  const settings = envVariables(type).map((variable) => {
    const doc = documented.properties.get(variable.property);
    if (!doc) throw new Error(`the setting ${variable.name} has no doc comment`);
    return {
      name: variable.name,
      doc,
      isSecret: variable.secret === true,
      aliases: variable.aliases ?? [],
      default: shown(defaults[variable.property]),
      rule: ruleOf(type, variable),
    };
  });
  return { doc: documented.doc, settings };
}

function shown(value) {
  return value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value);
}

const IMPLIED = new Set(['isBoolean', 'isInt', 'isString', 'isArray', 'min', 'max', 'isIn', 'isUrl']);

function ruleOf(type, { property, type: kind }) {
  const checks = getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .filter((check) => check.propertyName === property && check.type === 'customValidation')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const limit = (name) => checks.find((check) => check.name === name)?.constraints?.[0];
  const parts = [];
  if (kind === 'boolean') parts.push('`true` or `false`');
  if (kind === 'list') parts.push('comma-separated list');
  if (kind === 'number') {
    const range = [
      limit('min') === undefined ? '' : ` from ${limit('min')}`,
      limit('max') === undefined ? '' : ` to ${limit('max')}`,
    ];
    parts.push(
      `${limit('isInt') === undefined && !checks.some(({ name }) => name === 'isInt') ? '' : 'whole '}number${range.join('')}`,
    );
  }
  const values = limit('isIn');
  if (values) parts.push(`one of ${values.map((value) => `\`${value}\``).join(', ')}`);
  if (checks.some(({ name }) => name === 'isUrl')) parts.push('an http or https address');
  for (const check of checks.filter(({ name }) => !IMPLIED.has(name))) parts.push(messageOf(check));
  return (parts.length === 0 && kind === 'string' ? ['text'] : parts).join('; ');
}

function messageOf(check) {
  const message =
    typeof check.message === 'string'
      ? check.message
      : new check.constraintCls().defaultMessage({ constraints: check.constraints, property: '' });
  return message
    .replace(/\$constraint(\d)/g, (_, number) => check.constraints[number - 1])
    .replace('each value in $property', 'each')
    .replace('$property', '')
    .replace('must contain no more than', 'at most')
    .replace('must be longer than or equal to', 'at least')
    .trim();
}
