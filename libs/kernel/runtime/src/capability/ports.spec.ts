import { describe, expect, it } from '@jest/globals';
import { noFiles, noJobs, noNotices, noOutbound } from '@cubit/records';
import { type EffectPort, type PortServices, resolvePorts } from './ports.js';

const services = { newId: () => 'id' } as unknown as PortServices;
const effects: EffectPort = { wait: () => Promise.resolve() };

describe('the ports of capabilities', () => {
  it('are created from the services of the kernel by the capability that declares them', () => {
    const seen: PortServices[] = [];
    const provides = {
      effects: (given: PortServices) => {
        seen.push(given);
        return effects;
      },
    };

    expect(resolvePorts([{ name: 'views' }, { name: 'wires', provides }], services).effects).toBe(effects);
    expect(seen).toEqual([services]);
  });

  it('have defaults if no capability declares them', () => {
    expect(resolvePorts([], services)).toEqual({
      files: noFiles,
      jobs: noJobs,
      notices: noNotices,
      outbound: noOutbound,
      effects: null,
      bulk: null,
      samples: null,
    });
  });

  it('are refused if two capabilities declare the same one, with the names of both', () => {
    const [wires, rules] = ['wires', 'rules'].map((name) => ({ name, provides: { effects: () => effects } }));

    expect(() =>
      resolvePorts(
        [wires, rules].flatMap((one) => one ?? []),
        services,
      ),
    ).toThrow("Capabilities 'wires' and 'rules' both provide 'effects'; install one of them.");
  });
});
