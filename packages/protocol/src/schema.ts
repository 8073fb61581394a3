declare const STATIC: unique symbol
declare const OPTIONAL: unique symbol

/** A JSON Schema that knows, for the compiler only, the type of what it accepts. */
export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown
  readonly [STATIC]?: T
}

export interface Optional<T = unknown> extends Schema<T> {
  readonly [OPTIONAL]: true
}

export interface ObjectSchema<T = unknown> extends Schema<T> {
  readonly type: 'object'
  readonly properties: Record<string, Schema>
  readonly required: readonly string[]
}

/** The type a schema accepts. */
export type Static<S> = S extends Schema<infer T> ? T : never

export type Fields = Record<string, Schema>
type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends Optional ? K : never }[keyof F]
type ObjectOf<F extends Fields> = {
  [K in Exclude<keyof F, OptionalKeys<F>>]: Static<F[K]>
} & { [K in OptionalKeys<F>]?: Static<F[K]> }
type Flat<T> = { [K in keyof T]: T[K] }
/** What an object with these fields is. */
export type ObjectType<F extends Fields> = Flat<ObjectOf<F>>

const optionals = new WeakSet<object>()

/**
 * Builders of JSON Schema (2020-12). A handful of lines instead of a library: importing one costs each of the three
 * threads more than 100 ms of start, and the browser its size.
 */
export const s = {
  string: (rules: { minLength?: number; maxLength?: number; pattern?: string } = {}): Schema<string> => ({
    type: 'string',
    ...rules,
  }),
  number: (rules: { minimum?: number; maximum?: number } = {}): Schema<number> => ({
    type: 'number',
    ...rules,
  }),
  integer: (rules: { minimum?: number; maximum?: number } = {}): Schema<number> => ({
    type: 'integer',
    ...rules,
  }),
  boolean: (): Schema<boolean> => ({ type: 'boolean' }),
  unknown: (): Schema<unknown> => ({}),
  literal: <const T extends string | number>(value: T): Schema<T> => ({
    type: typeof value === 'string' ? 'string' : 'number',
    const: value,
  }),
  oneOf: <const T extends readonly string[]>(values: T): Schema<T[number]> => ({
    type: 'string',
    enum: values,
  }),
  nullable: <T>(schema: Schema<T>): Schema<T | null> => ({ anyOf: [schema, { type: 'null' }] }),
  anyOf: <S extends Schema>(options: readonly S[]): Schema<Static<S>> => ({ anyOf: options }),
  either: <A, B>(a: Schema<A>, b: Schema<B>): Schema<A | B> => ({ anyOf: [a, b] }),
  array: <T>(items: Schema<T>, rules: { minItems?: number; maxItems?: number } = {}): Schema<T[]> => ({
    type: 'array',
    items,
    ...rules,
  }),
  record: <T>(values: Schema<T>): Schema<Record<string, T>> => ({
    type: 'object',
    additionalProperties: values,
  }),
  optional<T>(schema: Schema<T>): Optional<T> {
    const marked = { ...schema } as Optional<T>
    optionals.add(marked)
    return marked
  },
  object<F extends Fields>(properties: F, rules: { closed?: boolean } = {}): ObjectSchema<ObjectType<F>> {
    const required = Object.keys(properties).filter((key) => !optionals.has(properties[key] ?? {}))
    return { type: 'object', properties, required, ...(rules.closed ? { additionalProperties: false } : {}) }
  },
}
