/** The files of a repository like the one in the examples of the contracts. */
import type { TestFiles } from './test-repository.ts';

export const exampleFiles: TestFiles = {
  'Cargo.toml': '[package]\nname = "backend"\nversion = "0.1.0"\n',
  'src/lib.rs': 'pub mod auth;\npub mod handler;\npub mod middleware;\n',
  'src/auth/mod.rs': 'pub mod error;\npub mod handler;\npub mod jwt;\npub mod middleware;\n',
  'src/auth/error.rs': 'pub enum TokenError {\n    Expired,\n    Invalid,\n}\n',
  'src/auth/jwt.rs': `use crate::auth::error::TokenError;

/// What a token says of its bearer.
pub struct Claims {
    pub sub: String,
}

pub struct JwtValidator {
    key: Vec<u8>,
}

impl JwtValidator {
    pub fn new(key: Vec<u8>) -> Self {
        JwtValidator { key }
    }

    pub fn check(&self, token: &str) -> Result<Claims, TokenError> {
        validate_token(token, &self.key)
    }
}

/// Checks signature and expiry of a token.
pub fn validate_token(token: &str, key: &[u8]) -> Result<Claims, TokenError> {
    let decoded = decode_jwt(token, key)?;
    Ok(decoded)
}

fn decode_jwt(token: &str, key: &[u8]) -> Result<Claims, TokenError> {
    if key.is_empty() {
        return Err(TokenError::Invalid);
    }
    Ok(Claims { sub: token.to_string() })
}
`,
  'src/auth/handler.rs': `use crate::auth::jwt::Claims;

pub struct AuthHandler {
    config: String,
}

impl AuthHandler {
    pub fn new(config: String) -> Self {
        AuthHandler { config }
    }

    pub fn authenticate(&self, req: &str) -> Result<Claims, String> {
        Err(format!("{}{}", self.config, req))
    }
}
`,
  'src/auth/middleware.rs': `use crate::auth::jwt::validate_token;

pub fn authenticate(header: &str) -> bool {
    validate_token(header, b"key").is_ok()
}
`,
  'src/middleware/mod.rs': 'pub mod rate_limit;\n',
  'src/middleware/rate_limit.rs': `/// Rate limiting: refuses a client that sends too many requests.
pub fn check_rate_limit(requests: usize) -> Result<(), String> {
    if requests > 100 {
        return Err("too many requests".to_string());
    }
    Ok(())
}
`,
  'src/handler.rs': `pub fn process_request(req: &str) -> String {
    let user = req.trim();
    user.to_string()
}
`,
};

export const changedHandler = `pub async fn process_request(req: &str, ctx: &str) -> Result<String, String> {
    let user = req.trim();
    if ctx.is_empty() {
        return Err("no context".to_string());
    }
    Ok(user.to_string())
}
`;
