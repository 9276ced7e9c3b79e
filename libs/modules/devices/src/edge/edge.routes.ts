import { pollRoute } from './poll.route.js';
import { registerRoute } from './register.route.js';
import { releaseRoute } from './release.route.js';
import { respondRoute } from './respond.route.js';

/** What a bridge speaks, and all that the scope `devices:edge` opens. */
export const edgeRoutes = [registerRoute, pollRoute, respondRoute, releaseRoute] as const;
