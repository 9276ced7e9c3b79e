import { isApiError } from '@cubit/web-client';
import { Banner, Button, DescriptionList } from '@cubit/web-kit';
import { Checkbox, Form } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useGo } from '@cubit/web-records';
import { useSubmit } from '@cubit/web-records/changes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { OutsidePage } from './OutsidePage.js';

interface Authorization {
  readonly id: string;
  readonly client: { readonly id: string; readonly name: string; readonly host: string };
  readonly redirect: { readonly host: string; readonly loopback: boolean };
  readonly workspace: { readonly slug: string; readonly name: string };
  readonly role: string;
  readonly scopes: readonly { readonly id: string; readonly title: string; readonly description: string }[];
}

interface CheckedRequest {
  readonly authorization: Authorization | null;
  readonly fault: { readonly description: string; readonly redirect_to: string } | null;
}

const AUTHORIZATIONS = '/me/oauth/authorizations';
/** What the server knows; other parameters are ignored (RFC 6749, 3.1). */
const PARAMETERS = [
  ...['client_id', 'redirect_uri', 'resource', 'response_type', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method'],
];

/** `/oauth/authorize`: a program asks to be let into a workspace, and its person decides. */
export function AuthorizePage() {
  const { api } = useApp();
  const go = useGo();
  const { search } = window.location;
  const request = useQuery({
    queryKey: queryKeys.authorization(search),
    // Without a key: the server keeps no transaction open while it fetches the program's document.
    queryFn: () => api.post<CheckedRequest>(AUTHORIZATIONS, bodyOf(search), { idempotencyKey: null }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const signedOut = isApiError(request.error) && request.error.status === 401;
  useEffect(() => {
    if (signedOut) go(`/sign-in?next=${encodeURIComponent(`/oauth/authorize${search}`)}`, { replace: true });
  }, [signedOut, go, search]);
  if (request.isPending || signedOut) return <OutsidePage title="Connect a program">{null}</OutsidePage>;
  if (request.error) return <Refused>{request.error}</Refused>;
  const { authorization, fault } = request.data;
  if (authorization) return <Consent key={authorization.id} authorization={authorization} />;
  return (
    <OutsidePage title="This program cannot be connected" lead="Its request is not complete.">
      <Banner tone="bad">{fault?.description}</Banner>
      {fault && <Button onPress={() => leave(fault.redirect_to)}>Back to the program</Button>}
    </OutsidePage>
  );
}

/** The page leads nowhere: what the request names as the way back is what cannot be trusted. */
function Refused({ children: error }: { readonly children: Error }) {
  const details = isApiError(error) ? error.details : [];
  return (
    <OutsidePage title="This program cannot be connected" lead="Nothing was given to it. Close this page.">
      {details.length === 0 && <Banner tone="bad">{error.message}</Banner>}
      {details.map(({ path, message }) => (
        <Banner key={path} tone="bad">{`${path.slice(1)} ${message}`}</Banner>
      ))}
    </OutsidePage>
  );
}

function Consent({ authorization }: { readonly authorization: Authorization }) {
  const { api } = useApp();
  const { id, client, workspace, scopes } = authorization;
  const [refusedScopes, setRefusedScopes] = useState<readonly string[]>([]);
  const chosen = scopes.filter((scope) => !refusedScopes.includes(scope.id)).map((scope) => scope.id);
  const decide = async (verb: 'approve' | 'deny', body?: unknown) => {
    const answer = await api.post<{ readonly redirect_to: string }>(`${AUTHORIZATIONS}/${id}/${verb}`, body);
    leave(answer.redirect_to);
  };
  const allow = useSubmit({ shown: [], send: () => decide('approve', { scopes: chosen }) });
  const refuse = useSubmit({ shown: [], send: () => decide('deny') });
  const message = (allow.message ?? refuse.message)?.text;
  return (
    <OutsidePage
      title={`Connect ${client.name}?`}
      lead={`It asks to work in ${workspace.name} in your name. You can end its access on the page of your tokens.`}
    >
      <Form onSubmit={allow.submit}>
        {message !== undefined && <Banner tone="bad">{message}</Banner>}
        <DescriptionList items={factsOf(authorization)} />
        {scopes.map(({ id: scope, title, description }) => (
          <Checkbox
            key={scope}
            label={title}
            description={`${description} (${scope})`}
            value={!refusedScopes.includes(scope)}
            onChange={(on) =>
              setRefusedScopes(on ? refusedScopes.filter((one) => one !== scope) : [...refusedScopes, scope])
            }
          />
        ))}
        <Button
          type="submit"
          variant="primary"
          pending={allow.pending}
          wide
          {...(chosen.length === 0 && { disabledReason: 'Choose what it may do' })}
        >
          Connect
        </Button>
        <Button pending={refuse.pending} wide onPress={refuse.submit}>
          Refuse
        </Button>
      </Form>
    </OutsidePage>
  );
}

/** The name is the program's own text; its host is what can be trusted. */
function factsOf({ client, redirect, workspace, role }: Authorization) {
  const answer: ReactNode = redirect.loopback ? 'A program on this computer' : redirect.host;
  return [
    { title: 'Program', value: client.name },
    { title: 'Published by', value: client.host },
    { title: 'Workspace', value: `${workspace.name} (${workspace.slug})` },
    { title: 'The answer goes to', value: answer },
    { title: 'At most', value: `What you may do as ${role}` },
  ];
}

/** A repeated parameter counts as none (RFC 6749, 3.1, allows each once). */
function bodyOf(search: string): Record<string, string> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    PARAMETERS.flatMap((name) => {
      const values = query.getAll(name);
      return values.length === 1 && values[0] !== undefined ? [[name, values[0]]] : [];
    }),
  );
}

function leave(address: string): void {
  window.location.assign(address);
}
