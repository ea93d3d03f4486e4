declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body as it came. */
    bodyText?: string;
  }
}
