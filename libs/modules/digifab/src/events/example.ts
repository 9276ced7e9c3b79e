export const id = (last: number) => `0192f0c1-2d3e-7000-8000-00000000000${last}`;
