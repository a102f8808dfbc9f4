/** In the place of packages: an argument is what it is a value of, whether an output may bring that or not. */
export type Input<T> = T;
