/** How many pictures one submission may ask for. */
export const countLimits = { min: 1, max: 100 } as const;
