/**
 * The query language of the service: `{"$expr": operation}`. One operator per object; the service accepts several and
 * silently ignores all but one. Types follow wandb/weave `trace_server/interface/query.py`.
 */
export interface Query {
  readonly $expr: Operation;
}

export type Operation =
  | { readonly $and: readonly Operand[] }
  | { readonly $or: readonly Operand[] }
  | { readonly $not: readonly [Operand] }
  | { readonly $eq: readonly [Operand, Operand] }
  | { readonly $gt: readonly [Operand, Operand] }
  | { readonly $gte: readonly [Operand, Operand] }
  /** Newer services only; older services respond with 422. */
  | { readonly $lt: readonly [Operand, Operand] }
  /** Newer services only; older services respond with 422. */
  | { readonly $lte: readonly [Operand, Operand] }
  | { readonly $in: readonly [Operand, readonly Operand[]] }
  | { readonly $contains: SubstringSpec }
  /** In none of the releases checked, 0.52.42 and 0.53.12. */
  | { readonly $containsToken: SubstringSpec };

export type Operand = Operation | LiteralOperand | FieldOperand | ConvertOperand | SizeOperand;

export interface LiteralOperand {
  readonly $literal: Literal;
}

/** A scalar, or an array or object of literals. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | readonly LiteralOperand[]
  | { readonly [key: string]: LiteralOperand };

/** A column or a dotted path in `inputs`, `output`, `attributes`, `summary` or `feedback`. */
export interface FieldOperand {
  readonly $getField: string;
}

export const castTargets = ["double", "string", "int", "bool", "exists"] as const;

export interface ConvertOperand {
  readonly $convert: { readonly input: Operand; readonly to: (typeof castTargets)[number] };
}

/** Number of items in a list column, or of bytes in a string. A number, not a condition. Newer services only. */
export interface SizeOperand {
  readonly $size: Operand;
}

export interface SubstringSpec {
  readonly input: Operand;
  readonly substr: Operand;
  readonly case_insensitive?: boolean | null;
}
