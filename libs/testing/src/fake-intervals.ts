/**
 * For `jest.useFakeTimers`: the spec decides when intervals run. Everything else keeps its time, because servers and connections of the spec
 * need it.
 */
export const FAKE_INTERVALS: { readonly doNotFake: RealTimer[] } = {
  doNotFake: [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
  ],
};

type RealTimer =
  | 'Date'
  | 'hrtime'
  | 'nextTick'
  | 'performance'
  | 'queueMicrotask'
  | 'setImmediate'
  | 'clearImmediate'
  | 'setTimeout'
  | 'clearTimeout';
