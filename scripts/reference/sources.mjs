// What only the sources know: doc comments and types. Everything else is asked of the compiled code.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const isProduct = (file) => !/(^|\/)(dist|node_modules|test|testing)\/|[.-]spec\.ts$/.test(file);

/** Source files, in an order that is the same everywhere. */
export const sources = (pattern) => globSync(pattern).map(slashes).filter(isProduct).sort();
const slashes = (file) => file.replaceAll('\\', '/');

/** The compiled form of a source file of apps, libs or config. */
export function load(file) {
  const compiled = resolve('dist', file.replace(/\.ts$/, '.js'));
  if (!existsSync(compiled)) throw new Error(`${file} is not compiled; run \`npm run build\``);
  return import(pathToFileURL(compiled).href);
}

export function parse(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** The doc comment before a declaration, in one line. */
export function docOf(node) {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const text = comment && ts.getTextOfJSDocComment(comment.comment);
  return text?.replace(/\s+/g, ' ').trim();
}

/** Every class of a file with its doc comment and those of its properties. */
export function documentedClasses(file) {
  return parse(file)
    .statements.filter(ts.isClassDeclaration)
    .map((node) => ({
      name: node.name.text,
      doc: docOf(node),
      properties: new Map(
        node.members.filter(ts.isPropertyDeclaration).map((member) => [member.name.getText(), docOf(member)]),
      ),
    }));
}

/**
 * The calls `export const X = definer<Type>('name', …)` of a file, by name: the doc comment, and the type as it is
 * written, an interface of the same file with its fields.
 */
export function definitions(file, definer) {
  const source = parse(file);
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, fieldsOf(node.members)]),
  );
  const found = new Map();
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    for (const { initializer } of statement.declarationList.declarations) {
      if (!initializer || !ts.isCallExpression(initializer) || initializer.expression.getText() !== definer) continue;
      const [name] = initializer.arguments;
      const [type] = initializer.typeArguments ?? [];
      if (!name || !ts.isStringLiteral(name))
        throw new Error(`${file}: the first argument of ${definer} must be a text`);
      const fields = type && ts.isTypeLiteralNode(type) ? fieldsOf(type.members) : interfaces.get(type?.getText());
      found.set(name.text, { doc: docOf(statement), type: fields ?? type?.getText() ?? '' });
    }
  }
  return found;
}

const fieldsOf = (members) =>
  members
    .map((member) => member.getText().replace(/[;,]$/, '').replace(/\s+/g, ' '))
    .map((field) => field.replace(/^\/\*\*.*?\*\/ /, ''))
    .join('; ');

/** A constant object of numbers, such as the table of HTTP statuses. */
export function constantNumbers(file, name) {
  for (const statement of parse(file).statements.filter(ts.isVariableStatement)) {
    for (const declaration of statement.declarationList.declarations) {
      if (declaration.name.getText() !== name || !ts.isObjectLiteralExpression(declaration.initializer)) continue;
      return Object.fromEntries(
        declaration.initializer.properties.map((property) => [
          property.name.getText(),
          Number(property.initializer.getText()),
        ]),
      );
    }
  }
  throw new Error(`${file} has no constant ${name}`);
}
