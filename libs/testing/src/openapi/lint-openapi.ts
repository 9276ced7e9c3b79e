import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

/** Returns the findings of three independent linters for an OpenAPI document, with all their rules on. */
export async function lintOpenApi(text: string): Promise<readonly string[]> {
  return [...(await validateStandard(text)), ...(await redocly(text)), ...(await spectral(text))];
}

async function validateStandard(text: string): Promise<string[]> {
  const { errors, valid } = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
  return valid ? [] : [`OpenAPI schema: ${JSON.stringify(errors)}`];
}

async function redocly(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ location, message, ruleId }) => `Redocly ${ruleId} at ${location[0]?.pointer ?? ''}: ${message}`,
  );
}

async function spectral(text: string): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] });
  const problems = await linter.run(JSON.parse(text) as Record<string, unknown>);
  return problems.map(({ code, message, path }) => `Spectral ${code} at ${path.join('/')}: ${message}`);
}
