import { messageOf } from '@cubit/web-contract';
import { pagePaths } from '@cubit/web-client';
import { useToasts } from '@cubit/web-kit';
import { useApp, useGo, useWorkspace, withSearch } from '@cubit/web-records';
import { useCallback, useEffect, useRef, useState } from 'react';
import { DONE, type ReceivedCommand, refused, type TabAnswer } from './tab-command.js';
import { TabLink } from './tab-link.js';
import { findForm, findTarget, nameOf, scrollTo } from './targets.js';

/** What the bar shows. */
export interface Driving {
  /** The agent of the last command, or the tokens that may drive. */
  readonly agents: readonly string[];
  readonly said: string | null;
  /** For screen readers, politely. */
  readonly announced: string;
  readonly pointed: HTMLElement | null;
}

const BEGUN: Driving = { agents: [], said: null, announced: '', pointed: null };

/** Lets agents drive this tab between `start` and `stop`. Null: no agent may. */
export function useDrive() {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const toasts = useToasts();
  const [driving, setDriving] = useState<Driving | null>(null);
  const link = useRef<TabLink | null>(null);
  const change = useCallback(
    (next: Partial<Driving>) => setDriving((before) => (before === null ? null : { ...before, ...next })),
    [],
  );
  const carryOut = useCarryOut(change);
  const latest = useRef(carryOut);
  useEffect(() => {
    latest.current = carryOut;
  });
  const stop = useCallback(() => {
    link.current?.stop();
    link.current = null;
    setDriving(null);
  }, []);
  const fail = useCallback(
    (reason: string | null) => {
      link.current = null;
      setDriving(null);
      if (reason !== null) toasts.show({ text: reason, tone: 'bad' });
    },
    [toasts],
  );
  const start = useCallback(async () => {
    if (link.current) return;
    const next = new TabLink({
      ...{ api, workspace: slug },
      carryOut: (received) => latest.current(received),
      onAgents: (names) =>
        setDriving((before) => (before && before.agents.length > 0 ? before : { ...(before ?? BEGUN), agents: names })),
      onEnd: fail,
    });
    link.current = next;
    try {
      await next.start();
    } catch (error) {
      fail(messageOf(error));
    }
  }, [api, slug, fail]);
  useEffect(() => () => link.current?.stop(), []);
  const report = useCallback(() => link.current?.report(), []);
  return { driving, start, stop, report };
}

/** Carries out one command. It reads nothing to the agent: the answer is whether it was done. */
function useCarryOut(change: (next: Partial<Driving>) => void) {
  const { slug, action } = useWorkspace();
  const go = useGo();
  return useCallback(
    async ({ agent, command }: ReceivedCommand): Promise<TabAnswer> => {
      const show = (next: Partial<Driving>) => change({ agents: [agent], ...next });
      switch (command.type) {
        case 'open': {
          if (!isInside(slug, command.path)) return refused('This page is not in the workspace.');
          go(command.path);
          show({ pointed: null, announced: `${agent} opened a page.` });
          return DONE;
        }
        case 'point':
        case 'scroll': {
          const found = await findTarget(command.target);
          if (!found) return refused('There is no such element on the page.');
          scrollTo(found);
          if (command.type === 'point') show({ pointed: found, announced: `${agent} points at ${nameOf(found)}.` });
          else show({});
          return DONE;
        }
        case 'open_form': {
          const search = formSearch(command.target, (id) => action(id) !== undefined);
          if (search === null) return refused('This target is no form.');
          // By the address: pressing the button could run an action that has no form.
          go(withSearch(location.pathname, search));
          if (!(await findForm(command.target))) return refused('This page has no such form.');
          show({ pointed: null, announced: `${agent} opened a form.` });
          return DONE;
        }
        case 'say':
          show({ said: command.text });
          return DONE;
        case 'clear':
          show({ said: null, pointed: null, announced: '' });
          return DONE;
        default:
          return refused('This tab does not know the command.');
      }
    },
    [slug, action, go, change],
  );
}

function isInside(slug: string, path: string): boolean {
  const url = new URL(path, location.origin);
  const base = pagePaths.workspace(slug);
  return url.origin === location.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
}

/** The parameter of the address that opens the form: `action:<id>`, or `new:<kind>`. */
function formSearch(target: string, isAction: (id: string) => boolean): Readonly<Record<string, string>> | null {
  const [type, id] = [target.slice(0, target.indexOf(':')), target.slice(target.indexOf(':') + 1)];
  if (type === 'action' && isAction(id)) return { do: id };
  return type === 'new' ? { new: '1' } : null;
}
