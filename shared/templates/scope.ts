import type { TemplateNode } from './template-node.ts';

/** The variables that are set at a place of a template. A value is worked out where it is used, with the variables that are set there. */
export interface Scope {
  /** Equal for scopes in which everything has the same number of prompts. */
  readonly key: string;
  get(name: string): TemplateNode | undefined;
  /** The scope in which `name` is set, too. */
  with(name: string, value: TemplateNode): Scope;
  /** The same for a value that was chosen once. Which one it was does not change the number of prompts. */
  withChosen(name: string, text: string): Scope;
}

interface Variable {
  readonly value: TemplateNode;
  /** Equal for values that have the same outcomes. */
  readonly id: string;
}

/** The scope in which nothing is set. */
export function createScopes(): Scope {
  const ids = new Map<TemplateNode, number>();
  return scope(new Map());

  function idOf(value: TemplateNode): string {
    if (value.kind === 'text') return JSON.stringify(value.text);
    const id = ids.get(value) ?? ids.size;
    ids.set(value, id);
    return String(id);
  }

  function scope(variables: ReadonlyMap<string, Variable>): Scope {
    const set = (name: string, variable: Variable): Scope => scope(new Map(variables).set(name, variable));
    return {
      key: [...variables].map(([name, { id }]) => `${name}=${id}`).sort().join(),
      get: (name) => variables.get(name)?.value,
      with: (name, value) => set(name, { value, id: idOf(value) }),
      withChosen: (name, text) => set(name, { value: { kind: 'text', text }, id: '*' }),
    };
  }
}
