import { Status } from '@cubit/web-kit';
import { Switch } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import type { Wire } from './wire.js';

export function WireState({ wire }: { readonly wire: Wire }) {
  if (wire.blocked) return <Status tone="warn">Blocked: {wire.blocked.reason}</Status>;
  if (wire.tripped) return <Status tone="bad">Stopped: more than {wire.tripped.rate_cap} runs a minute</Status>;
  if (!wire.enabled) return <Status hollow>Off</Status>;
  return wire.paused ? <Status tone="warn">Paused</Status> : <Status tone="ok">On</Status>;
}

export function WireSwitch({ wire, hideLabel = true }: { readonly wire: Wire; readonly hideLabel?: boolean }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const put = (enabled: boolean) => api.patch(path(`/wires/${wire.id}`), { enabled });
  const change = (enabled: boolean) =>
    attempt({
      run: () => put(enabled),
      undo: () => put(wire.enabled),
      done: `Turned ${wire.name} ${enabled ? 'on' : 'off'}`,
      refresh: [path('/wires')],
    });
  return (
    <Switch
      label={hideLabel ? `Wire ${wire.name}` : 'On'}
      hideLabel={hideLabel}
      value={wire.enabled}
      onChange={(on) => void change(on)}
    />
  );
}
