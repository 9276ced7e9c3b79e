/** The package in which Express has its routers. `@types/express` describes them. */
declare module 'router' {
  export { Router as default } from 'express';
}
