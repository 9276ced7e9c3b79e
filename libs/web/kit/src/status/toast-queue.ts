import type { Tone } from '@cubit/web-contract';

export interface ToastContent {
  /** What happened: "3 parts archived". */
  readonly text: string;
  readonly tone?: Tone;
  /** Shows a button "Undo" that runs it. */
  readonly onUndo?: () => void;
  /** Another button or link in place of Undo. */
  readonly action?: { readonly title: string; readonly run: () => void };
  /** What it is about: a link behind the text. */
  readonly link?: { readonly title: string; readonly href: string; readonly newTab?: boolean };
  /** Shown small, to be copied. */
  readonly requestId?: string;
  /** 0: until it is closed. 8 s by default, errors 20 s. */
  readonly durationMs?: number;
}

export interface Toast extends ToastContent {
  readonly id: number;
}

export const MOST_TOASTS = 3;
const DURATION_MS = 8_000;
const ERROR_DURATION_MS = 20_000;

/** The toasts on the screen, the newest last, three at most. */
export class ToastQueue {
  #toasts: readonly Toast[] = [];
  #nextId = 1;
  #listeners = new Set<() => void>();
  #timers = new Map<number, { timer: ReturnType<typeof setTimeout>; remainingMs: number; startedAt: number }>();

  readonly list = (): readonly Toast[] => this.#toasts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows a toast and returns its id. */
  readonly show = (content: ToastContent): number => {
    const id = this.#nextId++;
    for (const { id: oldest } of this.#toasts.slice(0, Math.max(0, this.#toasts.length + 1 - MOST_TOASTS)))
      this.close(oldest);
    this.#toasts = [...this.#toasts, { ...content, id }];
    const durationMs = content.durationMs ?? (content.tone === 'bad' ? ERROR_DURATION_MS : DURATION_MS);
    if (durationMs > 0) this.#start(id, durationMs);
    this.#changed();
    return id;
  };

  readonly close = (id: number): void => {
    clearTimeout(this.#timers.get(id)?.timer);
    this.#timers.delete(id);
    this.#toasts = this.#toasts.filter((toast) => toast.id !== id);
    this.#changed();
  };

  /** While the pointer or the focus is on a toast, none goes away. */
  readonly pause = (): void => {
    for (const [id, { timer, remainingMs, startedAt }] of this.#timers) {
      clearTimeout(timer);
      this.#timers.set(id, { timer, startedAt, remainingMs: Math.max(1_000, remainingMs - (Date.now() - startedAt)) });
    }
  };

  readonly resume = (): void => {
    for (const [id, { timer, remainingMs }] of this.#timers) {
      clearTimeout(timer);
      this.#start(id, remainingMs);
    }
  };

  #start(id: number, remainingMs: number): void {
    this.#timers.set(id, { timer: setTimeout(() => this.close(id), remainingMs), remainingMs, startedAt: Date.now() });
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
