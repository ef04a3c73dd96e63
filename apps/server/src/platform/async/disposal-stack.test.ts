import { expect, it } from 'vitest';
import { createDisposalStack } from './disposal-stack.ts';

function createResources() {
  const closed: string[] = [];
  return {
    closed,
    open: (name: string): AsyncDisposable => ({
      async [Symbol.asyncDispose]() {
        await Promise.resolve();
        closed.push(name);
      },
    }),
    openFaulty: (name: string): AsyncDisposable => ({
      async [Symbol.asyncDispose]() {
        closed.push(name);
        throw new Error(`${name} falla`);
      },
    }),
  };
}

it('a disposal stack disposes of its resources in reverse order, one after the other', async () => {
  const { closed, open } = createResources();
  const stack = createDisposalStack(() => undefined);
  stack.use(open('a'));
  stack.defer(() => void closed.push('b'));
  stack.use({ [Symbol.dispose]: () => void closed.push('c') });
  await stack[Symbol.asyncDispose]();
  expect(closed).toEqual(['c', 'b', 'a']);
});

it('a disposal stack reports failures and disposes of the rest', async () => {
  const { closed, open, openFaulty } = createResources();
  const reported: unknown[] = [];
  const stack = createDisposalStack((error) => reported.push(error));
  stack.use(open('a'));
  stack.use(openFaulty('b'));
  stack.defer(() => {
    throw new Error('c falla');
  });
  await stack[Symbol.asyncDispose]();
  expect(closed).toEqual(['b', 'a']);
  expect(reported).toEqual([new Error('c falla'), new Error('b falla')]);
});

it('a disposal stack disposes of each resource once, also when it is disposed of twice', async () => {
  const { closed, open } = createResources();
  const stack = createDisposalStack(() => undefined);
  expect(stack.use(open('a'))).toBeTypeOf('object');
  await stack[Symbol.asyncDispose]();
  await stack[Symbol.asyncDispose]();
  expect(closed).toEqual(['a']);
});
