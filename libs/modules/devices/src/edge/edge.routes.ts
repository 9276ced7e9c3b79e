import { pollRoute } from './poll.route.js';
import { registerRoute } from './register.route.js';
import { releaseRoute } from './release.route.js';
import { respondRoute } from './respond.route.js';

/** The routes of bridges, which are all that the scope `devices:edge` allows. */
export const edgeRoutes = [registerRoute, pollRoute, respondRoute, releaseRoute] as const;
