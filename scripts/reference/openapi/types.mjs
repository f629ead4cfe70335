// TypeScript types as JSON Schema: what the compiler knows of a response or a body is what the description says.
import { basename, dirname, resolve } from 'node:path';
import ts from 'typescript';
import { PERMISSIONS } from '#ground/http-kit';
import { sources } from '../sources.mjs';

const { TypeFlags, SymbolFlags } = ts;

/** A program over all controllers, and the schemas of the classes that were asked for. */
export class Types {
  /** By name, for `components.schemas`. */
  schemas = {};
  #declarations = new Map();
  #controllers = new Map();

  constructor() {
    const files = sources('{apps,libs}/**/*.controller.ts');
    const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
    this.program = ts.createProgram(files, { ...options, types: [] }, ownSourcesOnly(options));
    this.checker = this.program.getTypeChecker();
    for (const file of files) {
      for (const node of this.program.getSourceFile(resolve(file)).statements.filter(ts.isClassDeclaration)) {
        if (this.#controllers.has(node.name.text)) throw new Error(`two controllers are called ${node.name.text}`);
        this.#controllers.set(node.name.text, { node, library: libraryOf(file) });
      }
    }
  }

  /** What is said of a controller's method in its source: doc comment, the types of its arguments and of its response. */
  method(controller, name) {
    const found = this.#controllers.get(controller);
    const node = found?.node.members.find((member) => ts.isMethodDeclaration(member) && member.name.getText() === name);
    if (!node) throw new Error(`no source of ${controller}.${name}`);
    const type = this.checker.getTypeAtLocation(node);
    const [signature] = type.getCallSignatures();
    return {
      library: found.library,
      text: node.getText(),
      doc: docOf(this.checker.getSymbolAtLocation(node.name), this.checker),
      response: this.checker.getAwaitedType(signature.getReturnType()),
      argument: (decorator) => {
        const parameter = node.parameters.find((one) =>
          ts.getDecorators(one)?.some(({ expression }) => expression.getText().startsWith(`${decorator}(`)),
        );
        return parameter && this.checker.getTypeAtLocation(parameter);
      },
    };
  }

  /** The properties of a class or an object type, not yet with their schemas. */
  fields(type) {
    return this.checker.getPropertiesOfType(type).map((symbol) => ({
      name: symbol.name,
      of: this.checker.typeToString(type),
      doc: docOf(symbol, this.checker),
      isOptional: (symbol.flags & SymbolFlags.Optional) !== 0,
      hasDefault: symbol.valueDeclaration?.initializer !== undefined,
      type: this.checker.getTypeOfSymbol(symbol),
      // The name of an alias of a primitive type is known to the declaration only.
      alias: symbol.valueDeclaration?.type?.getText() ?? '',
    }));
  }

  /** The type of the items when it is an array. */
  itemOf(type) {
    const array = this.withoutUndefined(type);
    return this.checker.isArrayType(array) ? this.checker.getTypeArguments(array)[0] : undefined;
  }

  withoutUndefined(type) {
    return this.checker.getNonNullableType(type);
  }

  /** Separates the task of a large batch from the response to a small one: `TagsView | StartedTask`. */
  separateTask(type) {
    const members = type.isUnion() ? type.types : [type];
    const isTask = (member) => member.getSymbol()?.name === 'StartedTask';
    const [other] = members.filter((member) => !isTask(member));
    return { task: members.length > 1 ? members.find(isTask) : undefined, other: members.length === 2 ? other : type };
  }

  isNothing(type) {
    return (type.flags & (TypeFlags.Void | TypeFlags.Undefined)) !== 0;
  }

  schema(type, at = {}) {
    if (isPermission(type)) return this.#permission();
    if (type.isUnion()) return this.#union(type, at);
    const { flags } = type;
    if (type.isStringLiteral()) return { type: 'string', const: type.value };
    if (flags & TypeFlags.StringLike) return isAlias(at, 'DateTime') ? dateTime() : { type: 'string' };
    if (flags & TypeFlags.NumberLike) return { type: isAlias(at, 'Integer') ? 'integer' : 'number' };
    if (flags & TypeFlags.BooleanLike) return { type: 'boolean' };
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (flags & TypeFlags.NonPrimitive) return { type: 'object', additionalProperties: true };
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type);
      if (item.flags & TypeFlags.Never)
        return { type: 'array', maxItems: 0, items: { type: 'object', additionalProperties: true } };
      return { type: 'array', items: this.schema(item, { ...at, alias: at.alias?.replace(/\[\]$/, '') }) };
    }
    const symbol = type.getSymbol();
    if (symbol?.name === 'Date') return dateTime();
    if (symbol && symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface)) return this.#named(type, symbol);
    if (flags & TypeFlags.Object) return this.#object(type, at);
    throw new Error(`${at.of ?? '?'}.${at.name ?? '?'}: no schema for ${this.checker.typeToString(type)}`);
  }

  /** The features name their permissions when they are loaded; the type only says what one looks like. */
  #permission() {
    this.schemas['Permission'] ??= { type: 'string', enum: [...PERMISSIONS].sort() };
    return { $ref: '#/components/schemas/Permission' };
  }

  #union(type, at) {
    const members = type.types.filter(({ flags }) => (flags & TypeFlags.Undefined) === 0);
    const others = members.filter(({ flags }) => (flags & TypeFlags.Null) === 0);
    const isNullable = others.length < members.length;
    const inner = this.#withoutNull(others, type, at);
    if (!isNullable) return inner;
    if (inner.$ref) return { anyOf: [inner, { type: 'null' }] };
    if (inner.anyOf) return { ...inner, anyOf: [...inner.anyOf, { type: 'null' }] };
    const { type: name, enum: values, ...rest } = inner;
    return { type: [name, 'null'], ...(values ? { enum: [...values, null] } : {}), ...rest };
  }

  #withoutNull(types, union, at) {
    if (types.every((one) => one.isStringLiteral())) {
      const schema = { type: 'string', enum: types.map(({ value }) => value) };
      const alias = union.aliasSymbol;
      if (!alias || types.length < 2) return schema;
      return this.#register(alias, () => ({ ...described(docOf(alias, this.checker)), ...schema }));
    }
    if (types.every((one) => one.isNumberLiteral())) return { type: 'number', enum: types.map(({ value }) => value) };
    if (types.every(({ flags }) => flags & TypeFlags.BooleanLike)) return { type: 'boolean' };
    if (types.length === 1) return this.schema(types[0], at);
    // The compiler has `true` and `false` instead of `boolean` in a union.
    const schemas = types.filter((one) => !isTrue(one)).map((one) => this.schema(one, at));
    return { anyOf: schemas };
  }

  #named(type, symbol) {
    return this.#register(symbol, () => ({ ...described(docOf(symbol, this.checker)), ...this.#object(type) }));
  }

  #object(type, at = {}) {
    const values = type.getStringIndexType();
    if (values) {
      const alias = /^Record<string, (.+)>$/.exec(at.alias)?.[1];
      return { type: 'object', additionalProperties: this.schema(values, { ...at, alias }) };
    }
    const fields = this.fields(type);
    const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(
        fields.map((field) => [field.name, withDoc(this.schema(field.type, field), field.doc)]),
      ),
      ...(required.length > 0 ? { required } : {}),
    };
  }

  /** `make` gives the schema of a declaration that is asked for the first time. */
  #register(symbol, make) {
    const { name } = symbol;
    const before = this.#declarations.get(name);
    if (before && before !== symbol) throw new Error(`two types of the API are called ${name}: rename one`);
    if (!before) {
      this.#declarations.set(name, symbol);
      this.schemas[name] = {}; // for a type that contains itself
      this.schemas[name] = make();
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** For a body, whose schema also holds what is checked at run time. */
  register(type, make) {
    return this.#register(type.getSymbol(), () => ({
      ...described(docOf(type.getSymbol(), this.checker)),
      ...make(),
    }));
  }
}

/** Types of packages do not reach the API, and reading them takes most of the time. */
function ownSourcesOnly(options) {
  const host = ts.createCompilerHost(options);
  const isOwn = (name) => /^[.#]/.test(name);
  host.resolveModuleNameLiterals = (literals, file, redirected, compilerOptions, source) =>
    literals.map((literal) => {
      if (!isOwn(literal.text)) return { resolvedModule: undefined };
      const mode = ts.getModeForUsageLocation(source, literal, compilerOptions);
      return ts.resolveModuleName(literal.text, file, compilerOptions, host, undefined, redirected, mode);
    });
  return host;
}

/** The only type of the API that is made of template literals. */
const isPermission = (type) =>
  type.isUnion() && type.types.every(({ flags }) => (flags & TypeFlags.TemplateLiteral) !== 0);

/** `Integer` and `DateTime` of libs/ground/http-kit, also with null. */
const isAlias = ({ alias = '' }, name) => alias.replace(/\| (null|undefined)$/, '').trim() === name;

const isTrue = (type) => (type.flags & TypeFlags.BooleanLiteral) !== 0 && type.intrinsicName === 'true';

const dateTime = () => ({ type: 'string', format: 'date-time' });
const described = (doc) => (doc === '' ? {} : { description: doc });
export const withDoc = (schema, doc) => (doc === '' ? schema : { ...schema, description: doc });

function docOf(symbol, checker) {
  return ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
}

/** `libs/automation/tagging-rules/src/http/x.controller.ts` → `tagging-rules` */
function libraryOf(file) {
  return basename(file.startsWith('libs/') ? file.split('/').slice(0, 3).join('/') : dirname(file));
}
