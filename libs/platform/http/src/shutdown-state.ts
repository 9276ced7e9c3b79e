/** Shared between the server and its answers: once `begun`, every answer closes its connection. */
export interface ShutdownState {
  begun: boolean;
}
